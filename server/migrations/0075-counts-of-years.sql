-- Owner: documents. Counters of documents, added up once more per year, whose `day` is its first: a list of everything reads a
-- fifth of the rows (decision 050).
alter table document_counts drop constraint document_counts_span_check;
alter table document_counts add constraint document_counts_span_check check (span in ('day', 'month', 'year'));

insert into document_counts (store_code_id, span, day, status, invoice_type, document_type, at_authority, on_screen,
  sender_entity_id, n)
select store_code_id, 'year', date_trunc('year', day)::date, status, invoice_type, document_type, at_authority, on_screen,
  sender_entity_id, sum(n)
from document_counts where span = 'month' group by 1, 2, 3, 4, 5, 6, 7, 8, 9;

create index document_counts_sums on document_counts (store_code_id, span, day)
  include (status, invoice_type, document_type, at_authority, on_screen, sender_entity_id, n) where span <> 'day';
drop index document_counts_months;
