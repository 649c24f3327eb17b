-- Owner: documents. What is pending is counted by the counters; what of it is somebody's own, and nothing that they
-- decide, is found without the rest of it.

create index documents_made_pending on documents (created_by, store_code_id) where status = 'Pending Approval';
create index documents_edited_pending on documents (last_edited_by, store_code_id)
  where status = 'Pending Approval' and last_edited_by is not null;
