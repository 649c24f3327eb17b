-- Owner: shaping. A version of a rule that was made by request is of who asked for it, and says who approved it. Before,
-- it was said to be of Lulus; and of the rules of the demonstration, which are, nobody was said.

alter table validation_rule_versions add column approved_by_name text not null default '';

-- It was made in the transaction in which the request was decided, by the same clock.
update validation_rule_versions v
set made_by = r.requested_by, made_by_name = r.requested_by_name, approved_by_name = r.decided_by_name
from change_requests r
where r.kind = 'validation_rule' and r.state = 'approved' and r.target_id = v.rule_id and r.decided_at = v.made_at;

update validation_rule_versions set made_by_name = 'Lulus' where made_by_name = '';
