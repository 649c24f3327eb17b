-- Owner: imports. Whether the rows of each document of the file stand together: such a document can be stored as soon
-- as the next one begins (docs/decisions/040).

alter table imports add column in_order boolean not null default false;
