-- Owner: documents. The names of buyers once more, in small letters: to look for a text without regard to case takes three times
-- as long, and these are all that a text of two letters can be looked for in (decision 056).
alter table document_buyers add column searched_name text not null generated always as (lower(buyer_name)) stored;

drop index document_buyers_known;
create index document_buyers_known on document_buyers (store_code_id, buyer_name, buyer_id_no) include (searched_name);
drop index document_buyers_search;
create index document_buyers_search on document_buyers
  using gin (searched_name gin_trgm_ops, buyer_tin_no gin_trgm_ops, buyer_id_no gin_trgm_ops, buyer_email gin_trgm_ops);
