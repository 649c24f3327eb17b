-- Owner: customers. Names in the order of their code points, whatever collation the database has: only so an index leads
-- to those that begin with a text, and in their order.

drop index customers_name;
create index customers_name on customers (sender_entity_id, (lower(name) collate "C"));
