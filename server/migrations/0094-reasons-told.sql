-- Owner: notifications. In their own words, why somebody decided as they did: whoever made a request need not see it.

alter table notices add column reason text not null default '';
