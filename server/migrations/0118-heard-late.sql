-- Owner: documents. When LHDN was last asked in every way about an attempt whose answer was lost, two hours and more after
-- the sending, and answered: until then it is asked on.

alter table attempts add column heard_at timestamptz;
