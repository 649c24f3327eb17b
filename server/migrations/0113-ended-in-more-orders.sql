-- Owner: documents. What came to an end that few come to is placed in the orders by contract, identity number and source
-- as well: of what most documents are it is counted how many of the others come before a page (decision 065).

-- At once: whoever only reads would be waited for in the end, by others who wait for the index.
lock table documents in access exclusive mode;
drop index documents_ended;
create index documents_ended on documents (store_code_id, status, invoice_date desc, created_at desc, id desc)
  include (invoice_type, buyer_name, invoice_number, agent_number, total_payable_amount, submitted_at, contract_number,
    buyer_id_no, source)
  where status in ('Submission Failed', 'Invalid', 'Approval Rejected', 'User Cancelled');
