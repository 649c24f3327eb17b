-- Owner: access. What the list of keys tells: how a key begins, by which its holder knows it again, and who made it.

alter table api_keys
  -- 'lulus_' and six more characters; empty for keys from before. The 37 that follow stay 222 unknown bits.
  add column key_start text not null default '',
  -- Null for keys that no person made.
  add column created_by uuid references users;
alter table api_keys alter column key_start drop default;
