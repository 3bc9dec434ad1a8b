-- AlterTable
ALTER TABLE "contact" ADD COLUMN     "avatar_id" UUID,
ADD COLUMN     "avatar_refs" JSONB NOT NULL DEFAULT '{}',
ADD COLUMN     "merged_into_id" INTEGER;

-- AlterTable
ALTER TABLE "media" ADD COLUMN     "is_picture" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "contact_merge" (
    "tenant_id" INTEGER NOT NULL DEFAULT nullif(current_setting('app.tenant_id', true), '')::int,
    "id" SERIAL NOT NULL,
    "into_id" INTEGER NOT NULL,
    "merged_id" INTEGER NOT NULL,
    "reason" TEXT NOT NULL,
    "channel_id" INTEGER,
    "kinds" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "user_id" INTEGER,
    "moved" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "undone_at" TIMESTAMPTZ(3),
    "undone_by" INTEGER,

    CONSTRAINT "contact_merge_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateIndex
CREATE INDEX "contact_merge_tenant_id_into_id_idx" ON "contact_merge"("tenant_id", "into_id");

-- CreateIndex
CREATE INDEX "contact_merge_tenant_id_merged_id_idx" ON "contact_merge"("tenant_id", "merged_id");


-- From here on by hand: what the schema language cannot say.

alter table contact
  add foreign key (tenant_id, merged_into_id) references contact on delete cascade,
  add foreign key (tenant_id, avatar_id) references media on delete set null (avatar_id);
create index contact_merged on contact (tenant_id, merged_into_id) where merged_into_id is not null;
create index contact_avatar on contact (tenant_id, avatar_id) where avatar_id is not null;

alter table contact_merge
  add foreign key (tenant_id, into_id) references contact on delete cascade,
  add foreign key (tenant_id, merged_id) references contact on delete cascade,
  add foreign key (tenant_id, channel_id) references channel on delete set null (channel_id),
  add foreign key (tenant_id, user_id) references app_user on delete set null (user_id),
  add foreign key (tenant_id, undone_by) references app_user on delete set null (undone_by);

alter table contact_merge enable row level security;
alter table contact_merge force row level security;
create policy own_company on contact_merge using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int);

-- What people wait for comes before the pictures of contacts.
drop index media_due;
create index media_due on media (is_picture, due_at) where state = 'pending';

-- The other way to write a Brazilian mobile number, with or without its ninth digit; null for everything else.
create function phone_respelled(p_digits text) returns text
  language sql immutable parallel safe strict
  return case
    when p_digits ~ '^(55)?[1-9][1-9]9[6-9]\d{7}$' then left(p_digits, -9) || right(p_digits, 8)
    when p_digits ~ '^(55)?[1-9][1-9][6-9]\d{7}$' then left(p_digits, -8) || '9' || right(p_digits, 8)
    when p_digits ~ '^9[6-9]\d{7}$' then right(p_digits, 8) end;

-- Only contacts that stand for themselves are found, mobile numbers in both spellings.
create or replace function contact_search(p_fragment text, p_limit int) returns setof int
language sql stable security definer set search_path = public, pg_temp as $$
  select c.id from contact c
   where c.tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and c.merged_into_id is null
     and (fold(c.name || ' ' || coalesce(c.number, '') || ' ' || coalesce(c.email, ''))
            like '%' || replace(replace(replace(fold(p_fragment), '\', '\\'), '%', '\%'), '_', '\_') || '%'
          or fold(c.name || ' ' || coalesce(c.number, '') || ' ' || coalesce(c.email, ''))
            like '%' || phone_respelled(p_fragment) || '%')
   limit p_limit
$$;

-- Merges have a company's contacts for themselves; whoever gives a contact addresses or tickets shares this lock. It
-- comes before every lock of a row, and nobody who shares it asks for it alone: so no merge is part of a deadlock.
-- Ids of channels begin at 1; 0 is free in the space of `message_ids_lock`.
create function contacts_lock(p_tenant int, p_alone boolean) returns void
language plpgsql as $$
begin
  if p_alone then perform pg_advisory_xact_lock(p_tenant, 0);
  else perform pg_advisory_xact_lock_shared(p_tenant, 0); end if;
end $$;

-- Whoever makes a person known at addresses holds them first: [{ kind, scope, value }]. False when somebody else has one
-- of them; `p_wait` waits, in one order for all.
create function contact_addresses_lock(p_tenant int, p_addresses jsonb, p_wait boolean) returns boolean
language plpgsql as $$
declare v_key bigint;
begin
  for v_key in
    select distinct hashtextextended('contact ' || (a->>'kind') || ' ' || (a->>'scope') || ' ' || (a->>'value'), p_tenant)
      from jsonb_array_elements(p_addresses) a order by 1
  loop
    if p_wait then perform pg_advisory_xact_lock(v_key);
    elsif not pg_try_advisory_xact_lock(v_key) then return false; end if;
  end loop;
  return true;
end $$;

-- The contact that a merged one became part of, or the contact itself; null when there is none.
create function contact_root(p_tenant int, p_contact int) returns int
language sql stable as $$
  with recursive chain as (
    select c.id, c.merged_into_id from contact c where c.tenant_id = p_tenant and c.id = p_contact
    union all
    select c.id, c.merged_into_id from chain b join contact c on c.tenant_id = p_tenant and c.id = b.merged_into_id)
  select id from chain where merged_into_id is null
$$;

-- Did somebody take a merge of these two apart? Then no channel merges them again; people may.
create function contacts_kept_apart(p_tenant int, p_one int, p_other int) returns boolean
language sql stable as $$
  select exists (
    select 1 from contact_merge m
     where m.tenant_id = p_tenant and m.undone_at is not null
       and array[contact_root(p_tenant, m.into_id), contact_root(p_tenant, m.merged_id)]
           in (array[p_one, p_other], array[p_other, p_one]))
$$;

-- Makes two contacts one: `p_into` stays; addresses, tickets, tags, owners and further facts of `p_from` become its own,
-- and it gains what it did not know. `p_from` stays as a row that names `p_into`. What moved is written down, so that
-- contact_unmerge moves exactly that back. Answers the merge's id. Every table that names a contact is dealt with here;
-- a new one must be. The names in `message` stay: they say who wrote.
create function contact_merge(
  p_tenant int, p_into int, p_from int, p_reason text, p_channel int, p_kinds text[], p_user int) returns int
language plpgsql as $$
declare
  v_into contact; v_from contact; v_after contact; v_older ticket; v_newer ticket; v_pair record; v_merge int;
  v_closed jsonb := '[]'; v_moved jsonb;
  v_nameless boolean;
begin
  perform contacts_lock(p_tenant, true);
  perform 1 from contact c where c.tenant_id = p_tenant and c.id in (p_into, p_from) order by c.id for update;
  select * into v_into from contact c where c.tenant_id = p_tenant and c.id = p_into;
  select * into v_from from contact c where c.tenant_id = p_tenant and c.id = p_from;
  if v_into.id is null or v_from.id is null or p_into = p_from or v_into.is_group <> v_from.is_group
     or v_into.merged_into_id is not null or v_from.merged_into_id is not null then
    raise exception 'contacts % and % cannot be merged', p_into, p_from using errcode = '55R04';
  end if;
  -- a ticket that is being reopened must not slip in between
  perform 1 from ticket t where t.tenant_id = p_tenant and t.contact_id in (p_into, p_from) order by t.id for update;

  -- one live ticket per channel and thread: the conversation that rested longer ends, what waits in it goes on waiting
  for v_pair in
    select a.id one, b.id other from ticket a
      join ticket b on b.tenant_id = p_tenant and b.contact_id = p_into and b.channel_id = a.channel_id
       and b.thread = a.thread and b.status <> 'closed'
     where a.tenant_id = p_tenant and a.contact_id = p_from and a.status <> 'closed' order by a.id
  loop
    select * into v_older from ticket t where t.tenant_id = p_tenant and t.id in (v_pair.one, v_pair.other)
     order by t.last_message_at, t.id limit 1;
    select * into v_newer from ticket t where t.tenant_id = p_tenant and t.id in (v_pair.one, v_pair.other)
       and t.id <> v_older.id;
    update ticket t
       set status = 'closed', closed_at = now(), waiting_since = null, chat_flow_id = null, unread_messages = 0,
           version = t.version + 1, updated_at = now()
     where t.tenant_id = p_tenant and t.id = v_older.id;
    update ticket t
       set unread_messages = t.unread_messages + v_older.unread_messages,
           waiting_since = least(t.waiting_since, v_older.waiting_since),
           answered = t.answered and v_older.waiting_since is null,
           version = t.version + 1, updated_at = now()
     where t.tenant_id = p_tenant and t.id = v_newer.id;
    insert into ticket_log (tenant_id, ticket_id, type, cause, user_id, queue_id)
    values (p_tenant, v_older.id, 'closed', 'rule', p_user, v_older.queue_id);
    insert into domain_event (tenant_id, name, payload)
    values (p_tenant, 'ticket.closed', jsonb_build_object(
      'ticketId', v_older.id, 'by', p_user, 'type', 'closed', 'queueId', v_older.queue_id, 'closingReasonId', null));
    v_closed := v_closed || jsonb_build_object(
      'id', v_older.id, 'status', v_older.status, 'userId', v_older.user_id, 'waitingSince', v_older.waiting_since,
      'unread', v_older.unread_messages, 'goesOnIn', v_newer.id);
  end loop;

  v_nameless := v_into.pushname is null and (v_into.name is not distinct from v_into.number or exists (
    select 1 from contact_address a where a.tenant_id = p_tenant and a.contact_id = p_into and a.value = v_into.name));

  with tickets as (
    update ticket t set contact_id = p_into, version = t.version + 1, updated_at = now()
     where t.tenant_id = p_tenant and t.contact_id = p_from returning t.id, t.address_id),
  addresses as (
    update contact_address a set contact_id = p_into
     where a.tenant_id = p_tenant and a.contact_id = p_from returning a.id),
  tags as (delete from contact_tag l where l.tenant_id = p_tenant and l.contact_id = p_from returning l.tag_id),
  new_tags as (
    insert into contact_tag (tenant_id, contact_id, tag_id) select p_tenant, p_into, tag_id from tags
    on conflict do nothing returning tag_id),
  owners as (delete from contact_wallet l where l.tenant_id = p_tenant and l.contact_id = p_from returning l.user_id),
  new_owners as (
    insert into contact_wallet (tenant_id, contact_id, user_id) select p_tenant, p_into, user_id from owners
    on conflict do nothing returning user_id),
  facts as (
    update contact_extra e set contact_id = p_into
     where e.tenant_id = p_tenant and e.contact_id = p_from and not exists (
       select 1 from contact_extra o where o.tenant_id = p_tenant and o.contact_id = p_into and o.name = e.name)
    returning e.name, e.value)
  select jsonb_build_object(
      'tickets', (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'addressId', address_id) order by id), '[]') from tickets),
      'addresses', (select coalesce(jsonb_agg(id order by id), '[]') from addresses),
      'tags', (select coalesce(jsonb_agg(tag_id), '[]') from tags),
      'newTags', (select coalesce(jsonb_agg(tag_id), '[]') from new_tags),
      'wallets', (select coalesce(jsonb_agg(user_id), '[]') from owners),
      'newWallets', (select coalesce(jsonb_agg(user_id), '[]') from new_owners),
      'extra', (select coalesce(jsonb_agg(jsonb_build_object('name', name, 'value', value)), '[]') from facts),
      'closed', v_closed)
    into v_moved;

  -- whoever wanted no advertising or no bot under one address wants none under the other
  update contact c
     set name = case when v_nameless then v_from.name else c.name end,
         number = coalesce(c.number, v_from.number), email = coalesce(c.email, v_from.email),
         pushname = coalesce(c.pushname, v_from.pushname),
         profile_pic_id = coalesce(c.profile_pic_id, v_from.profile_pic_id),
         avatar_id = coalesce(c.avatar_id, v_from.avatar_id), avatar_refs = v_from.avatar_refs || c.avatar_refs,
         no_marketing = c.no_marketing or v_from.no_marketing,
         disable_campaign = c.disable_campaign or v_from.disable_campaign,
         disable_bot = c.disable_bot or v_from.disable_bot, disable_crm = c.disable_crm or v_from.disable_crm,
         disable_rating = c.disable_rating or v_from.disable_rating,
         disable_transcription = c.disable_transcription or v_from.disable_transcription, updated_at = now()
   where c.tenant_id = p_tenant and c.id = p_into returning * into v_after;
  update contact c set merged_into_id = p_into, updated_at = now() where c.tenant_id = p_tenant and c.id = p_from;

  insert into contact_merge (tenant_id, into_id, merged_id, reason, channel_id, kinds, user_id, moved)
  values (p_tenant, p_into, p_from, p_reason, p_channel, p_kinds, p_user, v_moved || jsonb_build_object('contact', (
    select coalesce(jsonb_object_agg(b.key, jsonb_build_object('before', b.value, 'after', a.value)), '{}')
      from jsonb_each(to_jsonb(v_into)) b join jsonb_each(to_jsonb(v_after)) a on a.key = b.key
     where b.value is distinct from a.value and b.key <> 'updated_at')))
  returning id into v_merge;
  insert into domain_event (tenant_id, name, payload)
  values (p_tenant, 'contact.merged', jsonb_build_object(
    'mergeId', v_merge, 'contactId', p_into, 'mergedId', p_from, 'by', p_user));
  return v_merge;
end $$;

-- The contact's own address of the same kind as another one; null when it has none.
create function contact_address_like(p_tenant int, p_contact int, p_address int) returns int
language sql stable as $$
  select a.id from contact_address g
    join contact_address a on a.tenant_id = p_tenant and a.contact_id = p_contact and a.kind = g.kind and a.scope = g.scope
   where g.tenant_id = p_tenant and g.id = p_address
   order by a.id desc limit 1
$$;

-- Takes a merge apart: what it moved goes back, as far as it is still there, and with it what came since at the
-- addresses that go back. Answers the ids of the tickets that changed, or null when there is nothing to take apart: no
-- such merge, undone already, or the contact has itself been merged since.
create function contact_unmerge(p_tenant int, p_merge int, p_user int) returns int[]
language plpgsql as $$
declare
  v_merge contact_merge; v_into contact; v_back int[]; v_stay int[]; v_opened int[] := '{}'; v_closed jsonb; v_ticket ticket;
begin
  perform contacts_lock(p_tenant, true);
  select * into v_merge from contact_merge m where m.tenant_id = p_tenant and m.id = p_merge and m.undone_at is null;
  if not found then return null; end if;
  perform 1 from contact c
   where c.tenant_id = p_tenant and c.id in (v_merge.into_id, v_merge.merged_id) order by c.id for update;
  select * into v_into from contact c where c.tenant_id = p_tenant and c.id = v_merge.into_id;
  if v_into.merged_into_id is not null then return null; end if;
  perform 1 from ticket t where t.tenant_id = p_tenant and t.contact_id = v_into.id order by t.id for update;

  update contact_address a set contact_id = v_merge.merged_id
   where a.tenant_id = p_tenant and a.contact_id = v_into.id and to_jsonb(a.id) <@ (v_merge.moved->'addresses');

  with moving as (
    select t.id, k.address_id from ticket t
      cross join lateral (
        select (m->>'addressId')::int address_id from jsonb_array_elements(v_merge.moved->'tickets') m
         where (m->>'id')::int = t.id
        union all
        select t.address_id where t.created_at >= v_merge.created_at and to_jsonb(t.address_id) <@ (v_merge.moved->'addresses')
        limit 1) k
     where t.tenant_id = p_tenant and t.contact_id = v_into.id),
  gone as (
    update ticket t
       set contact_id = v_merge.merged_id, version = t.version + 1, updated_at = now(),
           address_id = case when to_jsonb(t.address_id) <@ (v_merge.moved->'addresses') then t.address_id
                             else coalesce((select a.id from contact_address a where a.tenant_id = p_tenant
                                               and a.id = m.address_id), t.address_id) end
      from moving m where t.tenant_id = p_tenant and t.id = m.id returning t.id)
  select coalesce(array_agg(id), '{}') into v_back from gone;

  -- whoever stays is answered at an address of their own
  with own as (
    update ticket t
       set address_id = coalesce(contact_address_like(p_tenant, v_into.id, t.address_id), t.address_id),
           version = t.version + 1, updated_at = now()
     where t.tenant_id = p_tenant and t.contact_id = v_into.id
       and to_jsonb(t.address_id) <@ (v_merge.moved->'addresses') returning t.id)
  select coalesce(array_agg(id), '{}') into v_stay from own;

  for v_closed in select * from jsonb_array_elements(v_merge.moved->'closed') loop
    update ticket t
       set status = case when u.id is not null and v_closed->>'status' = 'open' then 'open' else 'pending' end,
           user_id = u.id, closed_at = null, waiting_since = (v_closed->>'waitingSince')::timestamptz,
           unread_messages = (v_closed->>'unread')::int, version = t.version + 1, updated_at = now()
      from ticket o left join app_user u
        on u.tenant_id = p_tenant and u.id = (v_closed->>'userId')::int and u.is_active
     where o.tenant_id = p_tenant and o.id = (v_closed->>'id')::int and t.tenant_id = o.tenant_id and t.id = o.id
       and t.status = 'closed' and t.closed_at = v_merge.created_at
       and not exists (
         select 1 from ticket l where l.tenant_id = p_tenant and l.channel_id = t.channel_id
            and l.contact_id = t.contact_id and l.thread = t.thread and l.status <> 'closed')
    returning t.* into v_ticket;
    continue when not found;
    v_opened := v_opened || v_ticket.id || (v_closed->>'goesOnIn')::int;
    update ticket t
       set unread_messages = greatest(t.unread_messages - v_ticket.unread_messages, 0), version = t.version + 1,
           updated_at = now()
     where t.tenant_id = p_tenant and t.id = (v_closed->>'goesOnIn')::int;
    insert into ticket_log (tenant_id, ticket_id, type, cause, user_id, queue_id)
    values (p_tenant, v_ticket.id, v_ticket.status, 'rule', p_user, v_ticket.queue_id);
    insert into domain_event (tenant_id, name, payload)
    values (p_tenant, 'ticket.reopened', jsonb_build_object(
      'ticketId', v_ticket.id, 'by', p_user, 'type', v_ticket.status, 'queueId', v_ticket.queue_id));
  end loop;

  insert into contact_tag (tenant_id, contact_id, tag_id)
  select p_tenant, v_merge.merged_id, g.id from tag g
   where g.tenant_id = p_tenant and to_jsonb(g.id) <@ (v_merge.moved->'tags') on conflict do nothing;
  delete from contact_tag l
   where l.tenant_id = p_tenant and l.contact_id = v_into.id and to_jsonb(l.tag_id) <@ (v_merge.moved->'newTags');
  insert into contact_wallet (tenant_id, contact_id, user_id)
  select p_tenant, v_merge.merged_id, u.id from app_user u
   where u.tenant_id = p_tenant and to_jsonb(u.id) <@ (v_merge.moved->'wallets') on conflict do nothing;
  delete from contact_wallet l
   where l.tenant_id = p_tenant and l.contact_id = v_into.id and to_jsonb(l.user_id) <@ (v_merge.moved->'newWallets');
  -- what somebody wrote anew since then stays
  delete from contact_extra e using jsonb_to_recordset(v_merge.moved->'extra') k(name text, value text)
   where e.tenant_id = p_tenant and e.contact_id = v_into.id and e.name = k.name and e.value = k.value;
  insert into contact_extra (tenant_id, contact_id, name, value)
  select p_tenant, v_merge.merged_id, k.name, k.value
    from jsonb_to_recordset(v_merge.moved->'extra') k(name text, value text)
  on conflict on constraint contact_extra_unique do nothing;

  -- what nobody changed since then is as it was before
  v_into := jsonb_populate_record(v_into, (
    select coalesce(jsonb_object_agg(k.key, k.value->'before'), '{}') from jsonb_each(v_merge.moved->'contact') k
     where to_jsonb(v_into)->k.key is not distinct from k.value->'after'));
  update contact c
     set name = v_into.name, number = v_into.number, email = v_into.email, pushname = v_into.pushname,
         profile_pic_id = (select m.id from media m where m.tenant_id = p_tenant and m.id = v_into.profile_pic_id),
         avatar_id = (select m.id from media m where m.tenant_id = p_tenant and m.id = v_into.avatar_id),
         avatar_refs = v_into.avatar_refs, no_marketing = v_into.no_marketing,
         disable_campaign = v_into.disable_campaign, disable_bot = v_into.disable_bot,
         disable_crm = v_into.disable_crm, disable_rating = v_into.disable_rating,
         disable_transcription = v_into.disable_transcription, updated_at = now()
   where c.tenant_id = p_tenant and c.id = v_into.id;
  update contact c
     set merged_into_id = null, updated_at = now(),
         number = case when exists (
             select 1 from contact_address a where a.tenant_id = p_tenant and a.contact_id <> c.id and a.kind = 'phone'
                and a.scope = 0 and a.value = c.number) then null else c.number end
   where c.tenant_id = p_tenant and c.id = v_merge.merged_id;
  update contact_merge m set undone_at = now(), undone_by = p_user where m.tenant_id = p_tenant and m.id = p_merge;
  insert into domain_event (tenant_id, name, payload)
  values (p_tenant, 'contact.unmerged', jsonb_build_object(
    'mergeId', p_merge, 'contactId', v_into.id, 'mergedId', v_merge.merged_id, 'by', p_user));
  return v_back || v_stay || v_opened;
end $$;

-- The person behind a set of addresses that is not known as it stands: made, or known under some of them, or under
-- other spellings (`alternatives`: Brazil's ninth digit). Addresses of several people make these one, the oldest. That
-- needs the contacts for itself (`p_alone`), and so does an address that somebody else is just making known, since a
-- batch that waits could be waited for: 55R03 says so. Groups and people stay apart, and so does whom somebody has taken
-- apart.
create function contact_meet(
  p_tenant int, p_channel int, p_party jsonb, p_group boolean, p_alone boolean, out contact_id int, out is_new boolean)
language plpgsql as $$
#variable_conflict use_column
declare
  v_all jsonb := (p_party->'addresses') || coalesce(p_party->'alternatives', '[]');
  v_main jsonb := p_party->'addresses'->0;
  v_owner contact; v_others int[]; v_other int; v_oldest int; v_name text := nullif(p_party->>'name', '');
begin
  is_new := false;
  if not contact_addresses_lock(p_tenant, v_all, p_alone) then
    raise exception 'an address is being made known' using errcode = '55R03';
  end if;
  -- whoever has the first address; else the oldest of those who have another
  select c.* into v_owner
    from jsonb_array_elements(v_all) with ordinality w(v, n)
    join contact_address a on a.tenant_id = p_tenant and a.kind = w.v->>'kind' and a.scope = (w.v->>'scope')::int
     and a.value = w.v->>'value'
    join contact c on c.tenant_id = p_tenant and c.id = a.contact_id
   where w.n = 1 or c.is_group = p_group
   order by (w.n = 1) desc, c.created_at, c.id limit 1;
  contact_id := v_owner.id;
  if contact_id is null then
    insert into contact (tenant_id, name, number, email, pushname, is_group, updated_at)
    values (p_tenant, coalesce(v_name, p_party->>'number', p_party->>'label', v_main->>'value'), p_party->>'number',
            p_party->>'email', v_name, p_group, now())
    returning id into contact_id;
    is_new := true;
  else
    select array_agg(o.id order by o.created_at, o.id) into v_others from (
      select distinct c.id, c.created_at
        from jsonb_array_elements(v_all) w(v)
        join contact_address a on a.tenant_id = p_tenant and a.kind = w.v->>'kind' and a.scope = (w.v->>'scope')::int
         and a.value = w.v->>'value'
        join contact c on c.tenant_id = p_tenant and c.id = a.contact_id
       where c.is_group = v_owner.is_group) o
     where o.id = v_owner.id or not contacts_kept_apart(p_tenant, o.id, v_owner.id);
    v_oldest := v_others[1];
    foreach v_other in array v_others[2:] loop
      continue when contacts_kept_apart(p_tenant, v_oldest, v_other);
      if not p_alone then raise exception 'contacts to merge' using errcode = '55R03'; end if;
      perform contact_merge(p_tenant, v_oldest, v_other, 'addresses', p_channel, (
        select array_agg(distinct w.v->>'kind') from jsonb_array_elements(p_party->'addresses') w(v)), null);
    end loop;
    contact_id := contact_root(p_tenant, contact_id);
  end if;
  insert into contact_address (tenant_id, contact_id, kind, scope, value)
  select p_tenant, contact_meet.contact_id, w.v->>'kind', (w.v->>'scope')::int, w.v->>'value'
    from jsonb_array_elements(p_party->'addresses') with ordinality w(v, n) order by w.n
  on conflict do nothing;
  -- the provider knows how the number is written
  update contact c set number = p_party->>'number', updated_at = now()
   where c.tenant_id = p_tenant and c.id = contact_meet.contact_id and c.number = phone_respelled(p_party->>'number');
end $$;

-- A picture that a channel names by its handle: fetched when the handle is new. Answers whether there is one to fetch.
create function contact_picture(p_tenant int, p_channel int, p_contact int, p_ref text) returns boolean
language plpgsql as $$
declare v_id uuid := gen_random_uuid();
begin
  update contact c set avatar_refs = c.avatar_refs || jsonb_build_object(p_channel::text, md5(p_ref))
   where c.tenant_id = p_tenant and c.id = p_contact and c.avatar_refs->>p_channel::text is distinct from md5(p_ref);
  if not found then return false; end if;
  insert into media (tenant_id, id, state, mime_type, channel_id, ref, is_picture)
  values (p_tenant, v_id, 'pending', 'image/jpeg', p_channel, p_ref, true);
  update contact c set avatar_id = v_id where c.tenant_id = p_tenant and c.id = p_contact;
  return true;
end $$;
