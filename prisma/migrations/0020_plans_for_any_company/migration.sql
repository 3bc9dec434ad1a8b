-- Plans are made for the largest company (ADR 13). The company is a subquery, whose value the planner does not know, and
-- each table claims to hold one company: it then counts on as many rows as the largest has, and looks rows up by their
-- keys. As a plain expression the planner looked up how many rows the bound company had when statistics were last taken,
-- read the whole of one that came after that, and kept the plan for all others on that connection.
do $$
declare
  t text;
begin
  for t in select p.polrelid::regclass::text from pg_policy p where p.polname = 'own_company' loop
    execute format(
      'alter policy own_company on %s using (%I = (select nullif(current_setting(''app.tenant_id'', true), '''')::int))',
      t, case t when 'tenant' then 'id' else 'tenant_id' end);
    if t <> 'tenant' then
      execute format('alter table %s alter column tenant_id set (n_distinct = 1)', t);
    end if;
  end loop;
end
$$;
analyze;

-- What was closed of one contact, in the list's order: whoever has it in their wallet sees it. Live tickets are not in it,
-- so that no message has to write it.
create index ticket_contact_closed on ticket (tenant_id, contact_id, last_message_at desc) where status = 'closed';
