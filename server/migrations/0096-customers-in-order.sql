-- Owner: customers. Each order in which the list may be asked for is one of an index, with the name and the id for what is
-- alike in it: of a hundred thousand customers all were sorted for a page of fifty. Read backwards they are the other way
-- round. The company alone is what they are counted by.

create index customers_by_name on customers (sender_entity_id, (lower(name) collate "C"), name, id);
create index customers_tin_no on customers (sender_entity_id, (lower(tin_no) collate "C"), name, id);
create index customers_identity_number on customers
  (sender_entity_id, (lower(identity_number) collate "C"), name, id);
create index customers_identity_type on customers (sender_entity_id, (lower(identity_type) collate "C"), name, id);
create index customers_email on customers (sender_entity_id, (lower(email) collate "C"), name, id);
create index customers_city on customers (sender_entity_id, (lower(city) collate "C"), name, id);
create index customers_contact_number on customers (sender_entity_id, (lower(contact_number) collate "C"), name, id);
create index customers_company on customers (sender_entity_id);
-- At the end: nobody reads customers meanwhile.
drop index customers_name;
