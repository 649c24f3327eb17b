-- Where lost submissions are sent again is one choice of four. What was on in no known combination is off.
update settings set value = to_jsonb(case
  when value = '{"simulator": true, "preprod": true, "prod": true}' then 'everywhere'
  when value = '{"simulator": true, "preprod": true, "prod": false}' then 'preprod'
  when value = '{"simulator": true, "preprod": false, "prod": false}' then 'simulator'
  else 'nowhere' end)
where key = 'submission.resend_unknown' and jsonb_typeof(value) = 'object';
