-- One customer of a company bears an identity number. Those without one (NA) and the twelve zeros of persons whose NRIC
-- is not known are no numbers of anybody.
create unique index customers_number on customers (sender_entity_id, identity_number)
  where identity_number not in ('', 'NA', '000000000000');
drop index customers_identity;
