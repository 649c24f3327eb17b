-- Owner: documents. What came to an end that few come to is placed in the orders by contract, identity number and source
-- as well: of what most documents are it is counted how many of the others come before a page (decision 065). The former
-- index goes at the end: nobody reads documents meanwhile.
create index documents_ended_in_orders on documents
  (store_code_id, status, invoice_date desc, created_at desc, id desc)
  include (invoice_type, buyer_name, invoice_number, agent_number, total_payable_amount, submitted_at, contract_number,
    buyer_id_no, source)
  where status in ('Submission Failed', 'Invalid', 'Approval Rejected', 'User Cancelled');
drop index documents_ended;
alter index documents_ended_in_orders rename to documents_ended;
