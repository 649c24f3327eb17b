-- Owner: documents. What is on the way is found without the rest of it: by the submission that is asked about, and by
-- the copies whose answer was lost.

create index documents_submitted on documents (submission_uid) where status = 'Submitted';
create index attempts_unclear on attempts (issued_at, id) where state = 'unclear';
