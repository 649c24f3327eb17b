-- Owner: documents. What came to an end that few come to is found, judged and sorted in one index: each of these
-- documents was read, wherever it lies, for its agent, its number, its total or its day of submission (decision 056).
-- Few documents ever come to such an end: the others never write it. Its longest row is some 1,500 of the 2,704 bytes
-- that it may be.

create index documents_ended on documents (store_code_id, status, invoice_date desc, created_at desc, id desc)
  include (invoice_type, buyer_name, invoice_number, agent_number, total_payable_amount, submitted_at)
  where status in ('Submission Failed', 'Invalid', 'Approval Rejected', 'User Cancelled');
