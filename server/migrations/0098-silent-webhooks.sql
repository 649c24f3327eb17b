-- Owner: webhooks. Until when a failure counts: what failed is tried again by then. A webhook is switched off after five
-- days of failing, and time in which nothing was tried is none: its owner was deactivated, there was nothing to tell, or
-- no worker ran. Without meaning while nothing fails.

alter table webhooks add column tried_until timestamptz;
