-- Owner: imports. In a file with semicolons between its cells a comma alone in an amount may be that of a decimal. Rows are
-- read from the table, long after their file. Of files that came before this nobody knows: they are read as they were.

alter table imports add column semicolons boolean not null default false;
