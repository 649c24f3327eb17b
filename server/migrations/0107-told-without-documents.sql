-- Owner: documents. What was cancelled before the authority had it is told by an index of its own: to tell apart what
-- was never handed over, each cancelled document was read, most of which the authority had (decision 056). Fewer than
-- one document in a hundred comes into it, once.
create index documents_never_handed on documents (store_code_id, invoice_date desc, created_at desc, id desc)
  where status = 'User Cancelled' and authority_uuid is null;

-- What buyers have among the validated is told by type and sorted by total there; each of them was read for that. The
-- former one goes at the end: nobody reads documents meanwhile.
create index documents_validated_of_a_buyer on documents (store_code_id, buyer_name, invoice_date, created_at, id)
  include (invoice_type, total_payable_amount) where status = 'Validated';
drop index documents_validated_of_buyer;
alter index documents_validated_of_a_buyer rename to documents_validated_of_buyer;
