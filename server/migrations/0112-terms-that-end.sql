-- Owner: documents. Consolidated documents that wait for somebody, by their last day: the list of those that are due read
-- all that waits. Of other documents none comes into it.
create index documents_term_ending on documents (store_code_id, submit_by)
  where status in ('Pending Approval', 'Submission Failed', 'Invalid', 'OnHold', 'Approval Rejected')
  and (consolidated or (invoice_type in ('01', '11') and submit_by <> invoice_date));
