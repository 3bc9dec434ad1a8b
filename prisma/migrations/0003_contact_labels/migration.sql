-- Whoever told no name is called by the label that the channel gives them, until a name is told.
create or replace function inbound_contact(p_tenant int, p_party jsonb, p_group boolean, out contact_id int, out address_id int)
language plpgsql as $$
declare
  v_main jsonb := p_party->'addresses'->0;
  v_address jsonb;
  v_name text := nullif(p_party->>'name', '');
  v_created boolean := false;
begin
  select a.contact_id, a.id into contact_id, address_id from contact_address a
   where a.tenant_id = p_tenant and a.kind = v_main->>'kind' and a.scope = (v_main->>'scope')::int
     and a.value = v_main->>'value';
  if contact_id is null then
    -- two first messages of one person wait for each other here
    perform pg_advisory_xact_lock(hashtextextended(
      'contact ' || coalesce(v_main->>'kind', '') || ' ' || coalesce(v_main->>'value', ''), p_tenant));
    select a.contact_id into contact_id
      from jsonb_array_elements((p_party->'addresses') || coalesce(p_party->'alternatives', '[]')) with ordinality w(v, n)
      join contact_address a on a.tenant_id = p_tenant and a.kind = w.v->>'kind'
       and a.scope = (w.v->>'scope')::int and a.value = w.v->>'value'
     order by w.n limit 1;
    if contact_id is null then
      insert into contact (tenant_id, name, number, email, pushname, is_group, updated_at)
      values (p_tenant, coalesce(v_name, p_party->>'number', p_party->>'label', v_main->>'value'), p_party->>'number', p_party->>'email',
              v_name, p_group, now())
      returning id into contact_id;
      v_created := true;
    end if;
    for v_address in select * from jsonb_array_elements(p_party->'addresses') loop
      insert into contact_address (tenant_id, contact_id, kind, scope, value)
      values (p_tenant, contact_id, v_address->>'kind', (v_address->>'scope')::int, v_address->>'value')
      on conflict (tenant_id, kind, scope, value) do nothing;
    end loop;
    select a.contact_id, a.id into contact_id, address_id from contact_address a
     where a.tenant_id = p_tenant and a.kind = v_main->>'kind' and a.scope = (v_main->>'scope')::int
       and a.value = v_main->>'value';
  elsif jsonb_array_length(p_party->'addresses') > 1 then
    for v_address in select * from jsonb_array_elements(p_party->'addresses') loop
      insert into contact_address (tenant_id, contact_id, kind, scope, value)
      values (p_tenant, contact_id, v_address->>'kind', (v_address->>'scope')::int, v_address->>'value')
      on conflict (tenant_id, kind, scope, value) do nothing;
    end loop;
  end if;

  -- The name that people gave a contact stays; what the contact calls itself follows.
  if not v_created and (v_name is not null or p_party->>'email' is not null or p_party->>'number' is not null) then
    update contact c
       set pushname = coalesce(v_name, c.pushname),
           name = case when v_name is not null and (c.is_group or c.name in (c.number, v_main->>'value', p_party->>'label'))
                       then v_name else c.name end,
           email = coalesce(c.email, p_party->>'email'),
           number = coalesce(c.number, p_party->>'number'),
           updated_at = now()
     where c.tenant_id = p_tenant and c.id = inbound_contact.contact_id
       and ((v_name is not null and c.pushname is distinct from v_name)
            or (c.email is null and p_party->>'email' is not null)
            or (c.number is null and p_party->>'number' is not null));
  end if;
  if p_party ? 'extra' then
    insert into contact_extra (tenant_id, contact_id, name, value)
    select p_tenant, inbound_contact.contact_id, e.key, e.value from jsonb_each_text(p_party->'extra') e
    on conflict on constraint contact_extra_unique do update set value = excluded.value;
  end if;
end $$;
