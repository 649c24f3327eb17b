-- Owner: documents. A part of a number is found in the weeks that have it, newest or oldest first: what many old numbers have and
-- none of the last ones, such as the year of long ago, is come to without passing over all that lie between (decision 056).
create function week_of(dated date) returns bigint immutable parallel safe language sql
  return (dated - date '2000-01-03') / 7;

-- What a number is looked for by, together with the week of its document: each three letters; of zeros, with which numbers are
-- filled up, three with what follows, and as many as seven in a row; and two letters, unless all from there on are digits. Nothing
-- instead of these where they are more than sixteen: such numbers are many signs drawn at random, and would pay for each.
create function number_marks(number text, week bigint) returns bigint[] immutable parallel safe language plpgsql as $$
declare
  -- The same whatever language the database speaks; what is looked for is compared letter by letter afterwards.
  small text := lower(number collate "C");
  marks bigint[] := '{}';
  twos int := least(length(rtrim(small, '0123456789')), length(small) - 1);
begin
  for i in 1..length(small) - 2 loop
    marks := marks || hashtextextended(substr(small, i, 3), week);
    if substr(small, i, 3) = '000' then
      marks := marks || hashtextextended(substr(small, i, 4), week);
    end if;
  end loop;
  for zeros in 5..7 loop
    exit when strpos(small, repeat('0', zeros)) = 0;
    marks := marks || hashtextextended(repeat('0', zeros), week);
  end loop;
  if twos > 16 then
    return marks || hashtextextended('', week);
  end if;
  for i in 1..twos loop
    marks := marks || hashtextextended(substr(small, i, 2), week);
  end loop;
  return marks;
end $$;

-- What is new waits in a list that each week's search reads as well, and so it is kept short: 256 kB.
create index document_orders_marks on document_orders using gin (number_marks(invoice_number, week_of(invoice_date)))
  with (gin_pending_list_limit = 256);
drop index document_orders_number_search;
