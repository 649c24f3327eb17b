-- Owner: imports. How many uploads of a person and of a company are not finished is counted with each that comes.

create index imports_unfinished on imports (maker_id) where state not in ('done', 'cancelled', 'failed');
create index imports_unfinished_of_company on imports (sender_entity_id)
  where state not in ('done', 'cancelled', 'failed');
