-- Owner: session. What was typed as a name that nobody has may be a password, and is kept as a hash since
-- (docs/decisions/009). Of what was typed before nothing stays; such a try counts no longer for a name.

update login_records set username = '', account = split_part(account, ' ', 1)
where user_id is null and (account like 'name %' or account like 'directory %');
