-- Owner: documents. What the dashboard asks for each time: few rows of the archive, found without the rest of it.

-- What stands still until somebody acts, per department, the longest standing at one end.
create index documents_standing on documents (store_code_id, status, modified_at, id)
  where status in ('Pending Approval', 'Outcome Unknown', 'OnHold', 'Submission Failed', 'Invalid', 'Approval Rejected');

-- What buyers asked back, by when a cancellation can still answer them.
create index documents_asked_back on documents (store_code_id, validated_at)
  where status = 'Validated' and reject_requested_at is not null;

-- What each person decided, the last at one end.
create index document_history_decided on document_history (actor_id, id) where event in ('approve', 'reject');
