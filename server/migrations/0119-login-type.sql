-- Owner: session. What a person was when they signed in: whoever becomes a superadmin, or is one no longer, is told of
-- as what they were. What was before is taken for what they are today.
-- Empty of tries that failed.
alter table login_records add column access_type text;
update login_records set access_type = users.access_type
from users where users.id = login_records.user_id and outcome = 'succeeded';
create index login_records_type on login_records (access_type, at desc, nr desc) where outcome = 'succeeded';
