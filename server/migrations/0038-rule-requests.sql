-- Owner: change-requests. A validation rule that would stop many valid documents is decided by a second person too.
alter table change_requests drop constraint change_requests_kind_check;
alter table change_requests add constraint change_requests_kind_check
  check (kind in ('group', 'store_code', 'validation_rule'));
