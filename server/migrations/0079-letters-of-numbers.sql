-- Owner: documents. What numbers of a department have had beside digits, each sign once: a single letter has no marks (0077), and
-- where no number has it, all would be read to tell so (decision 056).

-- More than once does no harm, and so nobody waits for anybody. What is no longer in any number may stay.
create table number_letters (
  id bigint generated always as identity primary key,
  sender_entity_id uuid not null,
  store_code_id uuid not null,
  letter text not null
);
comment on table number_letters is 'owner: documents; scope: sender_entity_id, store_code_id';

create function letters_of(number text) returns setof text immutable parallel safe language sql
  return string_to_table(translate(lower(number), '0123456789', ''), null);

create function keep_number_letters() returns trigger language plpgsql as $$
begin
  insert into number_letters (sender_entity_id, store_code_id, letter)
  select distinct sender_entity_id, store_code_id, letter from (
    -- Numbers that count up differ in their digits: of two hundred one is left.
    select distinct sender_entity_id, store_code_id, translate(lower(invoice_number), '0123456789', '') as number from made
  ) as each, letters_of(number) as letter
  where not exists (select from number_letters as known
    where known.store_code_id = each.store_code_id and known.letter = letter.letter);
  return null;
end $$;

create function change_number_letters() returns trigger language plpgsql as $$
begin
  insert into number_letters (sender_entity_id, store_code_id, letter)
  select distinct new.sender_entity_id, new.store_code_id, letter from letters_of(new.invoice_number) as letter
  where not exists (select from number_letters as known
    where known.store_code_id = new.store_code_id and known.letter = letter.letter);
  return null;
end $$;

create trigger keep_letters after insert on documents referencing new table as made
  for each statement execute function keep_number_letters();
create trigger change_letters after update of sender_entity_id, store_code_id, invoice_number on documents
  for each row when (new.store_code_id <> old.store_code_id or new.invoice_number <> old.invoice_number)
  execute function change_number_letters();

insert into number_letters (sender_entity_id, store_code_id, letter)
select distinct sender_entity_id, store_code_id, letter from (
  select distinct sender_entity_id, store_code_id, translate(lower(invoice_number), '0123456789', '') as number
  from document_orders
) as each, letters_of(number) as letter;

create index number_letters_known on number_letters (store_code_id, letter);
