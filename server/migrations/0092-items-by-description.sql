-- Owner: items. In the order of code points, as customers are (0091): that which lists have.

drop index portal_items_description;
create index portal_items_description on portal_items (sender_entity_id, (lower(item_description) collate "C"));
