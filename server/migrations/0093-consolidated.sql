-- Owner: documents. Whether a document sums those of a month, and so has a last day by law. It was guessed from its days;
-- self-billed ones of the public were missed, and notes to consolidated ones taken for some.
alter table documents add column consolidated boolean not null default false;

-- Only of what has still to be sent, or may come back: found by its indexes, and nobody asks it of what has ended. What was
-- rejected is judged anew when it is edited. Each status by itself: so the index of each is taken.
create temporary table terms on commit drop as
with unended as (
  select id, invoice_type, invoice_date, content from documents
    where status in ('Pending Approval', 'Outcome Unknown', 'OnHold', 'Submission Failed', 'Invalid')
  union all
  select id, invoice_type, invoice_date, content from documents where status = 'Approved'
  union all
  select id, invoice_type, invoice_date, content from documents where status = 'Submitted'
), judged as (
  select id, invoice_date, content->>'billing_end' as billing_end,
    (invoice_type in ('01', '11') and jsonb_array_length(content->'items') > 0 and not exists (
      select from jsonb_array_elements(content->'items') as line
      where line->>'classification' is distinct from '004'))
    or (invoice_type = '11' and content#>>'{customer,tin_no}' = 'EI00000000010'
      and 'NA' in (content#>>'{customer,identity_type}', content#>>'{customer,identity_number}')) as consolidated
  from unended
)
select id, coalesce(consolidated, false) as consolidated, case when consolidated
  then (date_trunc('month', coalesce(nullif(billing_end, '')::date, invoice_date)) + interval '1 month 6 days')::date
  else invoice_date end as submit_by
from judged;

with changed as (
  update documents as d set consolidated = t.consolidated, submit_by = t.submit_by
  from terms as t where t.id = d.id and (d.consolidated, d.submit_by) <> (t.consolidated, t.submit_by)
  returning d.id
)
-- What people are told of them is looked at again at once.
update notices set look_at = now() where subject in (select id::text from changed);
