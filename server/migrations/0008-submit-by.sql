-- Owner: documents. The day by which a document should reach the authority: after an outage the oldest goes first.

alter table documents add column submit_by date;
update documents set submit_by = case
  when not exists (
    select from jsonb_array_elements(content->'items') as line where line->>'classification' <> '004')
  then (date_trunc('month', coalesce(nullif(content->>'billing_end', '')::date, invoice_date))
    + interval '1 month 6 days')::date
  else invoice_date
end;
alter table documents alter column submit_by set not null;

-- The whole order in which documents are sent: without the id, all of one bulk approval were sorted for each batch.
drop index documents_to_send;
create index documents_to_send on documents (sender_entity_id, lane, submit_by, approved_at, id)
  where status = 'Approved';
