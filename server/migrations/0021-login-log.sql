-- Owner: session. The log of sign-ins is read from its end, of everybody or of one person after the other.
create index login_records_log on login_records (at desc, nr desc) where outcome = 'succeeded';
create index login_records_person on login_records (user_id, at desc, nr desc) where outcome = 'succeeded';
