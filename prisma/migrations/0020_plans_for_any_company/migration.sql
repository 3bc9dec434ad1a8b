-- The company as a subquery: the planner then counts on a company of average size. As a plain expression it looked up
-- how many rows the bound company had when statistics were last taken. For a company that came after that it counted on
-- none and read the company's whole table, and the plan was kept for all others on that connection (ADR 13).
do $$
declare
  t text;
begin
  for t in select p.polrelid::regclass::text from pg_policy p where p.polname = 'own_company' loop
    execute format(
      'alter policy own_company on %s using (%I = (select nullif(current_setting(''app.tenant_id'', true), '''')::int))',
      t, case t when 'tenant' then 'id' else 'tenant_id' end);
  end loop;
end
$$;

-- What was closed of one contact, in the list's order: whoever has it in their wallet sees it. Live tickets are not in it,
-- so that no message has to write it.
create index ticket_contact_closed on ticket (tenant_id, contact_id, last_message_at desc) where status = 'closed';
