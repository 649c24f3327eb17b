-- Owner: documents. A part of a number is found in the weeks that have it, newest or oldest first: what many old numbers have and
-- none of the last ones, such as the year of long ago, is come to without passing over all that lie between (decision 056).
create function week_of(dated date) returns bigint immutable parallel safe language sql
  return (dated - date '2000-01-03') / 7;

-- Each three letters of a number together with the week of its document. Of zeros, with which numbers are filled up, as many as
-- seven: three in a row are in nearly every number, and tell nothing.
create function number_marks(number text, week bigint) returns bigint[] immutable parallel safe language plpgsql as $$
declare
  -- The same whatever language the database speaks; what is looked for is compared letter by letter afterwards.
  small text := lower(number collate "C");
  marks bigint[] := '{}';
begin
  for i in 1..length(small) - 2 loop
    marks := marks || hashtextextended(substr(small, i, 3), week);
  end loop;
  for zeros in 4..7 loop
    exit when strpos(small, repeat('0', zeros)) = 0;
    marks := marks || hashtextextended(repeat('0', zeros), week);
  end loop;
  return marks;
end $$;

-- What is new waits in a list that each week's search reads as well, and so it is kept short: 128 kB.
create index document_orders_marks on document_orders using gin (number_marks(invoice_number, week_of(invoice_date)))
  with (gin_pending_list_limit = 128);
drop index document_orders_number_search;
