-- Owner: change-requests. What a rule would have stopped when a second person was asked to decide it: the number that
-- made that necessary, of all departments. Null for requests about anything else, and for those of before.
alter table change_requests add column trial jsonb;
