-- Owner: notifications. In their own words, why somebody decided as they did: whoever made a request need not see it.

alter table notices add column reason text not null default '';

-- What was told of rules' requests is told as it is from now on, and what waits names the day that its rule was given.
create temporary table told on commit drop as
select n.topic, 'rule-' || n.subject as rule_topic, r.rejection_reason from notices as n
join change_requests as r on r.id::text = n.subject and r.kind = 'validation_rule' where n.kind = 'request_decided';

update notices as n set topic = told.rule_topic, reason = told.rejection_reason
from told where n.kind = 'request_decided' and n.topic = told.topic;
update notice_marks as m set topic = told.rule_topic
from told where m.kind = 'request_decided' and m.topic = told.topic;

update change_requests as r
set before = before || jsonb_build_object('active_on',
  to_char(v.active_from at time zone 'Asia/Kuala_Lumpur', 'YYYY-MM-DD'))
from validation_rule_versions as v
where r.state = 'pending' and r.kind = 'validation_rule' and r.action = 'edit' and v.rule_id = r.target_id
  and v.active_from > v.made_at
  and v.version = (select max(version) from validation_rule_versions as each where each.rule_id = r.target_id);
