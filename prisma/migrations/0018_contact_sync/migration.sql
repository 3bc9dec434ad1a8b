-- People of a channel's address book become contacts: [{ line, party, mayMake, isErased }], `party` as inbound_contact
-- takes it. Who is known under one of the addresses gets the others (contacts that turn out to be one person become
-- one, as when they write), and a name where nobody gave one. Who is not is made, if they may be. The caller has the
-- contacts for itself. `outcome`: created, updated, kept, and numberless, erased or group for whom nothing was done.
create function contact_sync(p_tenant int, p_channel int, p_rows jsonb)
returns table (line int, contact_id int, outcome text, before jsonb, after jsonb)
language plpgsql as $$
#variable_conflict use_column
declare
  v_row jsonb; v_party jsonb; v_name text; v_was contact; v_now contact;
begin
  perform contacts_lock(p_tenant, true);
  for v_row in select r from jsonb_array_elements(p_rows) r loop
    v_party := v_row->'party';
    line := (v_row->>'line')::int; before := null; after := null;
    select c.* into v_was
      from jsonb_array_elements((v_party->'addresses') || coalesce(v_party->'alternatives', '[]')) with ordinality w(v, n)
      join contact_address a on a.tenant_id = p_tenant and a.kind = w.v->>'kind' and a.scope = (w.v->>'scope')::int
       and a.value = w.v->>'value'
      join contact c on c.tenant_id = p_tenant and c.id = a.contact_id
     order by (w.n = 1) desc, c.created_at, c.id limit 1;
    contact_id := v_was.id;
    outcome := case
      when v_was.is_group then 'group'
      when v_was.id is null and (v_row->>'isErased')::boolean then 'erased'
      when v_was.id is null and not (v_row->>'mayMake')::boolean then 'numberless' end;
    if outcome is not null then
      return next;
      continue;
    end if;
    v_name := nullif(v_party->>'name', '');
    select i.contact_id into contact_id
      from inbound_contact(p_tenant, p_channel, case when v_was.id is null then v_party else v_party - 'name' end,
                           false, true) i;
    if v_was.id is not null and v_name is not null then
      update contact c set name = v_name, updated_at = now()
       where c.tenant_id = p_tenant and c.id = contact_sync.contact_id and c.pushname is null and (
         c.name = '' or c.name in (c.number, phone_respelled(c.number)) or exists (
           select 1 from contact_address a where a.tenant_id = p_tenant and a.contact_id = c.id and a.value = c.name));
    end if;
    select c.* into v_now from contact c where c.tenant_id = p_tenant and c.id = contact_sync.contact_id;
    if v_was.id is null then outcome := 'created';
    elsif v_was.id <> contact_id then outcome := 'kept'; -- it became part of another one, which has its own undo
    else
      select jsonb_object_agg(b.key, b.value), jsonb_object_agg(b.key, a.value) into before, after
        from jsonb_each(jsonb_build_object('name', v_was.name, 'number', v_was.number, 'email', v_was.email)) b
        join jsonb_each(jsonb_build_object('name', v_now.name, 'number', v_now.number, 'email', v_now.email)) a
          on a.key = b.key
       where a.value is distinct from b.value;
      outcome := case when after is null then 'kept' else 'updated' end;
    end if;
    return next;
  end loop;
end $$;
