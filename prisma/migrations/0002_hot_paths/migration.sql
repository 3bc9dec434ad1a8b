-- The hot paths as functions: one round trip each, under the caller's rights (row-level security holds inside), the
-- company set as their first statement. Called by core/src/modules/messages/{inbound,outbound}-repo.ts.

-- How far a message has got; receipts only ever move it up (reliability D-13). `failed` is final from below `sent`
-- only, and a later receipt of the provider corrects it.
create function status_rank(p_status text) returns int
  language sql immutable parallel safe
  return case p_status
    when 'queued' then 0 when 'sending' then 1 when 'unknown' then 1 when 'failed' then 2
    when 'sent' then 3 when 'delivered' then 4 when 'read' then 5 when 'played' then 6 else 9 end;

-- Finds or makes the person behind a set of addresses: { addresses: [{kind, scope, value}], alternatives: [same],
-- name, number, email, avatarRef, extra: {name: value} }. The first address is the one that answers go to. What is not
-- known as it stands goes to contact_meet; `p_alone` is its. `has_picture`: there is one to fetch.
create function inbound_contact(
  p_tenant int, p_channel int, p_party jsonb, p_group boolean, p_alone boolean,
  out contact_id int, out address_id int, out has_picture boolean)
language plpgsql as $$
declare
  v_main jsonb := p_party->'addresses'->0;
  v_count int := jsonb_array_length(p_party->'addresses');
  v_name text := nullif(p_party->>'name', '');
  v_created boolean := false;
  v_known boolean;
begin
  select a.contact_id, a.id into contact_id, address_id from contact_address a
   where a.tenant_id = p_tenant and a.kind = v_main->>'kind' and a.scope = (v_main->>'scope')::int
     and a.value = v_main->>'value';
  v_known := contact_id is not null;
  if v_known and v_count > 1 then
    select count(*) = v_count into v_known
      from jsonb_array_elements(p_party->'addresses') w(v)
      join contact_address a on a.tenant_id = p_tenant and a.kind = w.v->>'kind' and a.scope = (w.v->>'scope')::int
       and a.value = w.v->>'value' and a.contact_id = inbound_contact.contact_id;
  end if;
  if not v_known then
    select m.contact_id, m.is_new into contact_id, v_created
      from contact_meet(p_tenant, p_channel, p_party, p_group, p_alone) m;
    select a.id into address_id from contact_address a
     where a.tenant_id = p_tenant and a.kind = v_main->>'kind' and a.scope = (v_main->>'scope')::int
       and a.value = v_main->>'value';
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
  has_picture := p_party ? 'avatarRef' and contact_picture(p_tenant, p_channel, contact_id, p_party->>'avatarRef');
end $$;

alter table contact_extra add constraint contact_extra_unique unique
  using index contact_extra_tenant_id_contact_id_name_key;

-- The live ticket of a contact on a channel, locked; made when there is none (reliability G-05). A group goes on in
-- the ticket that it had. Comments have a ticket per post, which is their thread.
create function inbound_ticket(
  p_tenant int, p_channel channel, p_contact int, p_address int, p_group boolean, p_thread text,
  out ticket_id int, out is_new boolean)
language plpgsql as $$
declare
  v_zone text;
  v_user int := p_channel.user_id;
  v_wallet int;
begin
  is_new := false;
  select t.id into ticket_id from ticket t
   where t.tenant_id = p_tenant and t.channel_id = p_channel.id and t.contact_id = p_contact and t.status <> 'closed'
     and t.thread = p_thread
   for update;
  if ticket_id is not null then return; end if;

  if p_group then
    update ticket t set status = 'pending', user_id = null, closed_at = null, closing_reason_id = null
     where t.tenant_id = p_tenant and t.id = (
       select max(o.id) from ticket o
        where o.tenant_id = p_tenant and o.channel_id = p_channel.id and o.contact_id = p_contact)
    returning t.id into ticket_id;
    if ticket_id is not null then
      insert into ticket_log (tenant_id, ticket_id, type, cause) values (p_tenant, ticket_id, 'pending', 'customer');
      return;
    end if;
  else
    -- the owner of a wallet gets its contacts directly, where the company wants it so
    select w.user_id into v_wallet from contact_wallet w
      join setting s on s.tenant_id = w.tenant_id and s.key = 'DirectTicketsToWallets' and s.value = 'enabled'
      join app_user u on u.tenant_id = w.tenant_id and u.id = w.user_id and u.is_active
     where w.tenant_id = p_tenant and w.contact_id = p_contact order by w.user_id limit 1;
    v_user := coalesce(v_wallet, v_user);
  end if;

  select timezone into v_zone from tenant where id = p_tenant;
  insert into ticket (tenant_id, id, protocol, status, contact_id, channel_id, address_id, thread, queue_id, user_id,
                      is_group, started_at)
  select p_tenant, n.id, to_char(now() at time zone v_zone, 'YYYYMMDDHH24MISS') || n.id,
         case when v_user is null then 'pending' else 'open' end,
         p_contact, p_channel.id, p_address, p_thread, p_channel.queue_id, v_user, p_group,
         case when v_user is null then null else now() end
    from (select nextval('ticket_id_seq')::int as id) n
  on conflict (tenant_id, channel_id, contact_id, thread) where status <> 'closed' do nothing
  returning id into ticket_id;
  if ticket_id is null then
    select t.id into ticket_id from ticket t
     where t.tenant_id = p_tenant and t.channel_id = p_channel.id and t.contact_id = p_contact and t.status <> 'closed'
       and t.thread = p_thread
     for update;
    return;
  end if;
  is_new := true;
  insert into ticket_log (tenant_id, ticket_id, type, cause, queue_id, to_user_id)
  values (p_tenant, ticket_id, 'create', 'customer', p_channel.queue_id, v_user);
end $$;

-- What is told of a message may come before the message does, or before our own knows the id that its provider gave it:
-- then it is parked. Whoever makes an id known shares this lock, whoever parks holds it alone, so that neither misses
-- the other. It is the first lock of every such transaction; so no two of them wait for each other.
create function message_ids_lock(p_tenant int, p_channel int, p_alone boolean) returns void
language plpgsql as $$
begin
  if p_alone then perform pg_advisory_xact_lock(p_tenant, p_channel);
  else perform pg_advisory_xact_lock_shared(p_tenant, p_channel); end if;
end $$;

-- Applies what was parked for an id; answers whether anything was.
create function unpark(p_tenant int, p_channel int, p_external text) returns boolean
language plpgsql as $$
declare v_payload jsonb; v_any boolean := false;
begin
  for v_payload in
    with parked as (
      delete from parked_event e
       where e.tenant_id = p_tenant and e.channel_id = p_channel and e.external_id = p_external
      returning e.id, e.payload)
    select payload from parked order by id
  loop
    v_any := true;
    if v_payload->>'kind' = 'watermark' then perform inbound_watermark(p_tenant, p_channel, v_payload);
    else perform inbound_change(p_tenant, p_channel, v_payload, p_external); end if;
  end loop;
  return v_any;
end $$;

-- One message of a provider. Answers { outcome, ticketId, messageId, seq, contactId, isNewTicket, isChanged, hasPicture };
-- `isChanged` when something told of it had come before it.
create function inbound_message(p_tenant int, p_channel channel, p_event jsonb, p_alone boolean) returns jsonb
language plpgsql as $$
declare
  v_external text := p_event->>'externalId';
  v_out boolean := coalesce((p_event->>'out')::boolean, false);
  v_group boolean := coalesce((p_event->>'isGroup')::boolean, false);
  v_history boolean := coalesce((p_event->>'history')::boolean, false);
  v_id uuid := (p_event->>'id')::uuid;
  v_contact int; v_address int; v_sender int; v_ticket int; v_new boolean; v_seq int;
  v_thread text := coalesce(p_event->>'thread', '');
  v_reply uuid; v_media uuid; v_ignored boolean; v_found uuid; v_picture boolean; v_other_picture boolean := false;
  -- under the ticket's lock, so that times rise with `seq`; taken below
  v_at timestamptz(3);
begin
  select m.id into v_found from message m
   where m.tenant_id = p_tenant and m.channel_id = p_channel.id and m.external_id = v_external;
  if v_found is null then
    select a.message_id into v_found from message_alias a
     where a.tenant_id = p_tenant and a.channel_id = p_channel.id and a.external_id = v_external;
  end if;
  if v_found is null then
    select m.id into v_found from message m where m.tenant_id = p_tenant and m.id = v_id;
    -- the echo of ours, told by our own id, brings the provider's before the answer to the send does
    if v_found is not null and v_out then
      update message m set external_id = v_external
       where m.tenant_id = p_tenant and m.id = v_found and m.channel_id = p_channel.id and m.external_id is null;
      if found and unpark(p_tenant, p_channel.id, v_external) then
        return jsonb_build_object('outcome', 'duplicate', 'messageId', v_found, 'changed', jsonb_build_array(v_found));
      end if;
    end if;
  end if;
  if v_found is not null then return jsonb_build_object('outcome', 'duplicate', 'messageId', v_found); end if;
  if v_group and p_channel.ignore_groups then return jsonb_build_object('outcome', 'ignored'); end if;

  select c.contact_id, c.address_id, c.has_picture into v_contact, v_address, v_picture
    from inbound_contact(p_tenant, p_channel.id, p_event->'chat', v_group, p_alone) c;
  select c.ignore into v_ignored from contact c where c.tenant_id = p_tenant and c.id = v_contact;
  if v_ignored then return jsonb_build_object('outcome', 'ignored', 'contactId', v_contact); end if;
  if p_event ? 'sender' then
    select c.contact_id, c.has_picture into v_sender, v_other_picture
      from inbound_contact(p_tenant, p_channel.id, p_event->'sender', false, p_alone) c;
  end if;

  -- The echo of a message that is just being sent would be taken for a new one: it waits for the answer.
  if v_out and exists (
    select 1 from delivery d join ticket t on t.tenant_id = d.tenant_id and t.id = d.ticket_id
     where d.tenant_id = p_tenant and d.channel_id = p_channel.id and d.state = 'sending' and t.contact_id = v_contact)
  then
    return jsonb_build_object('outcome', 'waiting');
  end if;

  if v_history then
    select max(t.id) into v_ticket from ticket t
     where t.tenant_id = p_tenant and t.channel_id = p_channel.id and t.contact_id = v_contact and t.thread = v_thread;
    v_new := false;
    if v_ticket is null then
      select i.ticket_id into v_ticket
        from inbound_ticket(p_tenant, p_channel, v_contact, v_address, v_group, v_thread) i;
      update ticket set status = 'closed', closed_at = now(), user_id = null
       where tenant_id = p_tenant and id = v_ticket;
    end if;
  else
    select i.ticket_id, i.is_new into v_ticket, v_new
      from inbound_ticket(p_tenant, p_channel, v_contact, v_address, v_group, v_thread) i;
  end if;
  -- Whoever held the ticket's lock before us may have brought the same message.
  if exists (select 1 from message m
              where m.tenant_id = p_tenant and m.channel_id = p_channel.id and m.external_id = v_external) then
    return jsonb_build_object('outcome', 'duplicate');
  end if;

  update ticket t
     set seq = t.seq + 1,
         unread_messages = t.unread_messages + case when v_out or v_history then 0 else 1 end,
         last_message = case when v_history then t.last_message else left(p_event->>'line', 255) end,
         last_message_at = case when v_history then t.last_message_at else now() end,
         answered = case when v_history then t.answered else v_out end,
         waiting_since = case when v_history then t.waiting_since when v_out then null
                              else coalesce(t.waiting_since, now()) end,
         last_inbound_at = case when v_out or v_history then t.last_inbound_at else now() end,
         address_id = case when v_out then t.address_id else v_address end,
         version = t.version + 1,
         updated_at = now()
   where t.tenant_id = p_tenant and t.id = v_ticket
  returning t.seq into v_seq;
  v_at := clock_timestamp();

  if p_event ? 'replyTo' then
    select m.id into v_reply from message m
     where m.tenant_id = p_tenant and m.channel_id = p_channel.id and m.external_id = p_event->>'replyTo';
    if v_reply is null then
      select a.message_id into v_reply from message_alias a
       where a.tenant_id = p_tenant and a.channel_id = p_channel.id and a.external_id = p_event->>'replyTo';
    end if;
    if v_reply is null and p_event->>'replyTo' ~ '^[0-9a-fA-F-]{36}$' then
      select m.id into v_reply from message m where m.tenant_id = p_tenant and m.id = (p_event->>'replyTo')::uuid;
    end if;
  end if;
  if p_event ? 'media' then
    v_media := (p_event->'media'->>'id')::uuid;
    if p_event->'media' ? 'ref' then
      insert into media (tenant_id, id, state, mime_type, file_name, size, channel_id, ref)
      values (p_tenant, v_media, 'pending', coalesce(p_event->'media'->>'mimeType', 'application/octet-stream'),
              p_event->'media'->>'fileName', coalesce((p_event->'media'->>'size')::bigint, 0), p_channel.id,
              p_event->'media'->>'ref');
    elsif not exists (select 1 from media m where m.tenant_id = p_tenant and m.id = v_media) then
      v_media := null;
    end if;
  end if;

  insert into message (tenant_id, id, ticket_id, seq, channel_id, contact_id, from_me, send_type, type, body, content,
                       media_id, external_id, reply_to_id, status, is_forwarded, origin, sent_at, created_at)
  values (p_tenant, v_id, v_ticket, v_seq, p_channel.id, case when v_out then null else coalesce(v_sender, v_contact) end,
          v_out, p_event->>'sendType', p_event->>'type', p_event->>'body', p_event->'content', v_media, v_external,
          v_reply, case when v_out then 'sent' else 'received' end, coalesce((p_event->>'forwarded')::boolean, false), p_event->'origin',
          to_timestamp(least((p_event->>'at')::double precision / 1000, extract(epoch from now()) + 60)), v_at);

  -- what is only being imported happened long ago
  if not v_history then
    insert into domain_event (tenant_id, name, payload)
    select p_tenant, 'ticket.created', jsonb_build_object('ticketId', v_ticket, 'contactId', v_contact,
                                                           'channelId', p_channel.id, 'automatic', true) where v_new
    union all
    select p_tenant, 'message.received', jsonb_build_object('ticketId', v_ticket, 'messageId', v_id, 'seq', v_seq);
  end if;
  return jsonb_build_object('outcome', 'applied', 'ticketId', v_ticket, 'messageId', v_id, 'seq', v_seq,
                            'contactId', v_contact, 'isNewTicket', v_new,
                            'isChanged', unpark(p_tenant, p_channel.id, v_external), 'replyToId', v_reply, 'mediaId', v_media,
                            'hasPicture', v_picture or v_other_picture, 'at', extract(epoch from v_at) * 1000);
end $$;

-- The message that a provider speaks of: by its id, by a further id, or by ours (webchat).
create function find_message(p_tenant int, p_channel int, p_external text) returns uuid
language plpgsql stable as $$
declare v_id uuid;
begin
  select m.id into v_id from message m
   where m.tenant_id = p_tenant and m.channel_id = p_channel and m.external_id = p_external;
  if v_id is null then
    select a.message_id into v_id from message_alias a
     where a.tenant_id = p_tenant and a.channel_id = p_channel and a.external_id = p_external;
  end if;
  if v_id is null and p_external ~ '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$' then
    select m.id into v_id from message m
     where m.tenant_id = p_tenant and m.id = p_external::uuid and m.channel_id = p_channel;
  end if;
  return v_id;
end $$;

-- What happened to one message: edit, removal, reaction, receipt. Answers the message's id when it changed, null when
-- it was so already; `is_known` tells whether the message is known.
create function inbound_change(
  p_tenant int, p_channel int, p_event jsonb, p_external text, out is_known boolean, out changed uuid)
language plpgsql as $$
declare v_id uuid := find_message(p_tenant, p_channel, p_external);
begin
  is_known := v_id is not null;
  if not is_known then return; end if;
  case p_event->>'kind'
  when 'receipt' then
    update message m
       set status = p_event->>'status',
           fail_code = case when p_event->>'status' = 'failed' then coalesce(p_event->>'code', 'REJECTED') end,
           fail_reason = case when p_event->>'status' = 'failed' then p_event->>'reason' end,
           pricing = coalesce(p_event->'pricing', m.pricing), updated_at = now()
     where m.tenant_id = p_tenant and m.id = v_id and m.from_me
       and case when p_event->>'status' = 'failed' then m.status in ('queued', 'sending', 'unknown', 'sent')
                else status_rank(p_event->>'status') > status_rank(m.status) end
    returning m.id into changed;
    if changed is not null then
      delete from delivery d where d.tenant_id = p_tenant and d.message_id = v_id and d.kind = 'send';
    end if;
  when 'edit' then
    update message m
       set content = p_event->'content', type = coalesce(p_event->>'type', m.type), edited_at = now(), updated_at = now()
     where m.tenant_id = p_tenant and m.id = v_id and m.content is distinct from p_event->'content'
    returning m.id into changed;
  when 'removal' then
    update message m set is_deleted = true, updated_at = now()
     where m.tenant_id = p_tenant and m.id = v_id and not m.is_deleted
    returning m.id into changed;
  when 'reaction' then
    update message m
       set reactions = coalesce((
             select jsonb_agg(r) from jsonb_array_elements(m.reactions) r where r->>'from' is distinct from p_event->>'from'),
             '[]') || case when p_event->>'emoji' is null then '[]'::jsonb else jsonb_build_array(jsonb_build_object(
               'from', p_event->>'from', 'emoji', p_event->>'emoji', 'contactId', p_event->'contactId',
               'userId', null, 'name', p_event->'name')) end,
           updated_at = now()
     where m.tenant_id = p_tenant and m.id = v_id
    returning m.id into changed;
  else
    raise exception 'unknown change %', p_event->>'kind';
  end case;
end $$;

-- Everything sent to one address up to a moment has got so far (providers with watermarks).
create function inbound_watermark(p_tenant int, p_channel int, p_event jsonb) returns uuid[]
language sql as $$
  with reached as (
    update message m set status = p_event->>'status', updated_at = now()
      from contact_address a join ticket t on t.tenant_id = a.tenant_id and t.contact_id = a.contact_id
     where a.tenant_id = p_tenant and a.kind = p_event->'chat'->>'kind' and a.scope = (p_event->'chat'->>'scope')::int
       and a.value = p_event->'chat'->>'value'
       and t.channel_id = p_channel and t.last_message_at > now() - interval '30 days'
       and m.tenant_id = p_tenant and m.ticket_id = t.id and m.from_me and m.status in ('sent', 'delivered', 'read')
       and m.sent_at <= to_timestamp((p_event->>'at')::double precision / 1000)
       and status_rank(p_event->>'status') > status_rank(m.status)
    returning m.id)
  select coalesce(array_agg(id), '{}') from reached
$$;

-- Applies a batch of one channel's events in their order, in one transaction. Answers one object per event:
-- { outcome: applied | duplicate | ignored | waiting | early | parked, … } (see inbound_message), changes with `changed`.
-- What is told of an unknown message is `early` and has to be brought again with `p_park`, which parks it.
-- A channel that another node owns by now (`p_epoch` is old) is refused with 55R01. 55R03: the batch needs the contacts for
-- itself, mostly to merge some; bring it again with `p_alone`, and its first answer has the ids of `merges`.
create function inbound_apply(
  p_tenant int, p_channel int, p_epoch int, p_events jsonb, p_park boolean, p_alone boolean) returns jsonb
language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  v_channel channel; v_event jsonb; v_result jsonb; v_results jsonb := '[]'; v_external text; v_ticket int;
  v_change record; v_changed jsonb; v_early boolean; v_contact int; v_address int; v_picture boolean; v_merge int;
begin
  perform set_config('app.tenant_id', p_tenant::text, true);
  perform message_ids_lock(p_tenant, p_channel, p_park);
  perform contacts_lock(p_tenant, p_alone);
  if p_alone then select coalesce(max(m.id), 0) into v_merge from contact_merge m where m.tenant_id = p_tenant; end if;
  select * into v_channel from channel where tenant_id = p_tenant and id = p_channel;
  if not found or v_channel.is_deleted then raise exception 'no such channel' using errcode = '55R02'; end if;
  if p_epoch is not null and exists (
    select 1 from lease l where l.tenant_id = p_tenant and l.channel_id = p_channel and l.epoch <> p_epoch) then
    raise exception 'fenced' using errcode = '55R01';
  end if;

  for v_event in select * from jsonb_array_elements(p_events) loop
    case v_event->>'kind'
    when 'message' then
      v_result := inbound_message(p_tenant, v_channel, v_event, p_alone);
    when 'contact', 'group' then
      select c.contact_id, c.address_id, c.has_picture into v_contact, v_address, v_picture
        from inbound_contact(p_tenant, p_channel, v_event->'party', v_event->>'kind' = 'group', p_alone) c;
      if v_event ? 'blocked' or v_event ? 'marketing' then
        update contact c set is_blocked = coalesce((v_event->>'blocked')::boolean, c.is_blocked), updated_at = now(),
                             no_marketing = coalesce(not (v_event->>'marketing')::boolean, c.no_marketing)
         where c.tenant_id = p_tenant and c.id = v_contact;
      end if;
      -- a group that moved is answered at its new address
      if v_event->>'kind' = 'group' then
        update ticket t set address_id = v_address
         where t.tenant_id = p_tenant and t.channel_id = p_channel and t.contact_id = v_contact and t.status <> 'closed'
           and t.address_id <> v_address;
      end if;
      v_result := jsonb_build_object('outcome', 'applied', 'contactId', v_contact, 'hasPicture', v_picture);
    when 'template' then
      update template t
         set status = coalesce(v_event->>'status', t.status), category = coalesce(v_event->>'category', t.category),
             quality = coalesce(v_event->>'quality', t.quality),
             reason = case when v_event ? 'status' then v_event->>'reason' else t.reason end, updated_at = now()
       where t.tenant_id = p_tenant and t.channel_id = p_channel
         and case when v_event ? 'id' then t.external_id = v_event->>'id'
                  else t.name = v_event->>'name' and t.language = v_event->>'language' end;
      v_result := jsonb_build_object('outcome', 'applied');
    when 'watermark' then
      v_early := false;
      -- it may mean a message whose send has not been answered yet
      for v_ticket in
        select t.id from contact_address a join ticket t on t.tenant_id = a.tenant_id and t.contact_id = a.contact_id
          join delivery d on d.tenant_id = t.tenant_id and d.ticket_id = t.id and d.state = 'sending' and d.kind = 'send'
         where a.tenant_id = p_tenant and a.kind = v_event->'chat'->>'kind'
           and a.scope = (v_event->'chat'->>'scope')::int and a.value = v_event->'chat'->>'value'
           and t.channel_id = p_channel
      loop
        if p_park then
          insert into parked_event (tenant_id, channel_id, external_id, payload)
          values (p_tenant, p_channel, 'watermark ' || v_ticket, v_event);
        end if;
        v_early := true;
      end loop;
      v_result := jsonb_build_object('changed', to_jsonb(inbound_watermark(p_tenant, p_channel, v_event)), 'outcome',
                                     case when not v_early then 'applied' when p_park then 'parked' else 'early' end);
    else
      v_changed := '[]'; v_early := false;
      for v_external in select jsonb_array_elements_text(v_event->'externalIds') loop
        select c.is_known, c.changed into v_change from inbound_change(p_tenant, p_channel, v_event, v_external) c;
        if not v_change.is_known then
          if p_park then
            insert into parked_event (tenant_id, channel_id, external_id, payload)
            values (p_tenant, p_channel, v_external,
                    v_event || jsonb_build_object('externalIds', jsonb_build_array(v_external)));
          end if;
          v_early := true;
        elsif v_change.changed is not null then
          v_changed := v_changed || to_jsonb(v_change.changed);
        end if;
      end loop;
      v_result := jsonb_build_object('changed', v_changed, 'outcome',
                                     case when not v_early then 'applied' when p_park then 'parked' else 'early' end);
    end case;
    v_results := v_results || v_result;
  end loop;
  if p_alone and jsonb_array_length(v_results) > 0 then
    v_results := jsonb_set(v_results, '{0,merges}', (
      select coalesce(jsonb_agg(m.id order by m.id), '[]') from contact_merge m
       where m.tenant_id = p_tenant and m.id > v_merge));
  end if;
  return v_results;
end $$;

-- Puts events that could not be applied at once aside, so that the provider may be told that we have them.
create function inbound_accept(p_tenant int, p_channel int, p_rows jsonb, p_delay interval) returns int
language plpgsql as $$
declare v_count int;
begin
  perform set_config('app.tenant_id', p_tenant::text, true);
  insert into inbox (tenant_id, channel_id, key, payload, due_at)
  select p_tenant, p_channel, r->>'key', r->'event', now() + p_delay from jsonb_array_elements(p_rows) r
  on conflict (tenant_id, channel_id, key) do nothing;
  get diagnostics v_count = row_count;
  return v_count;
end $$;

-- Appends messages to a ticket and queues their deliveries. Items: { id, type, sendType, body, line, content, mediaId,
-- replyToId, userId }. Answers { seq, channelId, version, at, ticketAt } or { missing: true } for a ticket that is not there.
create function message_append(p_tenant int, p_ticket int, p_items jsonb) returns jsonb
language plpgsql set plan_cache_mode = force_generic_plan as $$
declare v_ticket ticket; v_count int := jsonb_array_length(p_items); v_last jsonb := p_items->-1; v_at timestamptz(3);
        v_bot boolean := v_last->>'sendType' = 'bot';
begin
  perform set_config('app.tenant_id', p_tenant::text, true);
  update ticket t
     set seq = t.seq + v_count, last_message = left(v_last->>'line', 255), last_message_at = now(),
         -- a customer whom only a machine answered still waits
         answered = t.answered or not v_bot,
         unread_messages = case when v_bot then t.unread_messages else 0 end,
         waiting_since = case when v_bot then t.waiting_since end,
         version = t.version + 1, updated_at = now()
   where t.tenant_id = p_tenant and t.id = p_ticket
  returning * into v_ticket;
  if not found then return jsonb_build_object('missing', true); end if;
  v_at := clock_timestamp();

  insert into message (tenant_id, id, ticket_id, seq, channel_id, user_id, from_me, send_type, type, body, content,
                       media_id, reply_to_id, is_forwarded, status, sent_at, created_at)
  select p_tenant, (i.v->>'id')::uuid, p_ticket, v_ticket.seq - v_count + i.n::int, v_ticket.channel_id,
         (i.v->>'userId')::int, true, i.v->>'sendType', i.v->>'type', i.v->>'body', i.v->'content',
         (i.v->>'mediaId')::uuid, (i.v->>'replyToId')::uuid,
         coalesce((i.v->>'isForwarded')::boolean, false), 'queued', v_at, v_at
    from jsonb_array_elements(p_items) with ordinality i(v, n);
  insert into delivery (tenant_id, id, channel_id, ticket_id, message_id, payload)
  select p_tenant, gen_random_uuid(), v_ticket.channel_id, p_ticket, (i.v->>'id')::uuid, coalesce(i.v->'payload', '{}')
    from jsonb_array_elements(p_items) with ordinality i(v, n) order by i.n;
  insert into domain_event (tenant_id, name, payload)
  select p_tenant, 'message.sent', jsonb_build_object('ticketId', p_ticket, 'messageId', i.v->>'id',
                                                      'seq', v_ticket.seq - v_count + i.n)
    from jsonb_array_elements(p_items) with ordinality i(v, n);
  return jsonb_build_object('seq', v_ticket.seq, 'channelId', v_ticket.channel_id, 'version', v_ticket.version,
                            'at', extract(epoch from v_at) * 1000,
                            'ticketAt', extract(epoch from v_ticket.updated_at) * 1000);
end $$;

-- Takes the heads of up to p_limit conversations of a channel, for the node that owns it.
create function delivery_claim(p_tenant int, p_channel int, p_owner uuid, p_epoch int, p_limit int)
returns table (delivery jsonb)
language plpgsql as $$
begin
  perform set_config('app.tenant_id', p_tenant::text, true);
  if not exists (select 1 from lease l where l.tenant_id = p_tenant and l.channel_id = p_channel
                  and l.owner = p_owner and l.epoch = p_epoch and l.expires_at > now()) then
    raise exception 'fenced' using errcode = '55R01';
  end if;
  return query
  with heads as (
    select distinct on (d.ticket_id) d.id, d.state, d.due_at, d.position
      from delivery d
     where d.tenant_id = p_tenant and d.channel_id = p_channel and d.state in ('queued', 'sending')
     order by d.ticket_id, d.position),
  due as (
    select h.id from heads h where h.state = 'queued' and h.due_at <= now() order by h.position limit p_limit),
  taken as (
    update delivery d
       set state = 'sending', attempt = d.attempt + 1, epoch = p_epoch, attempted_at = now()
      from due where d.tenant_id = p_tenant and d.id = due.id and d.state = 'queued'
    returning d.*),
  marked as (
    update message m set status = 'sending', updated_at = now()
      from taken k where m.tenant_id = p_tenant and m.id = k.message_id and k.kind = 'send'
    returning m.id)
  select jsonb_build_object(
           'id', k.id, 'kind', k.kind, 'payload', k.payload, 'attempt', k.attempt, 'ticketId', k.ticket_id,
           'messageId', k.message_id, 'queuedAt', extract(epoch from k.created_at) * 1000,
           'seq', m.seq, 'content', m.content, 'externalId', m.external_id, 'fromMe', m.from_me,
           'isGroup', t.is_group, 'isForwarded', m.is_forwarded, 'lastInboundAt', (
             select extract(epoch from max(o.last_inbound_at)) * 1000 from ticket o
              where o.tenant_id = p_tenant and o.contact_id = t.contact_id and o.channel_id = t.channel_id
                and o.thread = ''),
           'comment', case when t.thread <> '' then coalesce(q.external_id, (
             select i.external_id from message i where i.tenant_id = p_tenant and i.ticket_id = t.id and not i.from_me
              order by i.seq desc limit 1)) end,
           'to', jsonb_build_object('kind', a.kind, 'value', a.value),
           'sender', u.name,
           'replyTo', case when q.external_id is null then null
                           else jsonb_build_object('externalId', q.external_id, 'text', q.body) end)
    from taken k
    join message m on m.tenant_id = p_tenant and m.id = k.message_id
    join ticket t on t.tenant_id = p_tenant and t.id = k.ticket_id
    join contact_address a on a.tenant_id = p_tenant and a.id = t.address_id
    left join app_user u on u.tenant_id = p_tenant and u.id = m.user_id
    left join message q on q.tenant_id = p_tenant and q.id = m.reply_to_id
   order by k.position;
end $$;

-- A send brought the provider's ids of a message: the further ones are kept, and what came too early is applied.
create function message_known(p_tenant int, p_channel int, p_message uuid, p_result jsonb) returns void
language plpgsql as $$
declare v_more text;
begin
  perform unpark(p_tenant, p_channel, p_result->>'externalId');
  for v_more in select jsonb_array_elements_text(coalesce(p_result->'moreIds', '[]')) loop
    insert into message_alias (tenant_id, channel_id, external_id, message_id)
    values (p_tenant, p_channel, v_more, p_message) on conflict do nothing;
    perform unpark(p_tenant, p_channel, v_more);
  end loop;
end $$;

-- Writes down how attempts ended: [{ id, attempt, messageId, outcome: sent | later | failed | unknown, … }]. Answers the
-- ids of the messages that changed.
create function delivery_settle(p_tenant int, p_channel int, p_results jsonb) returns jsonb
language plpgsql as $$
declare v_result jsonb; v_row delivery; v_changed jsonb := '[]';
begin
  perform set_config('app.tenant_id', p_tenant::text, true);
  perform message_ids_lock(p_tenant, p_channel, false);
  for v_result in select * from jsonb_array_elements(p_results) loop
    select * into v_row from delivery d
     where d.tenant_id = p_tenant and d.id = (v_result->>'id')::uuid and d.state = 'sending'
       and d.attempt = (v_result->>'attempt')::int for update;
    if not found then
      -- a receipt that was faster than the answer has settled it; what is missing is the provider's ids
      if v_result->>'outcome' = 'sent' and v_result ? 'externalId' then
        update message m set external_id = v_result->>'externalId'
         where m.tenant_id = p_tenant and m.id = (v_result->>'messageId')::uuid and m.external_id is null
           and not exists (select 1 from message o where o.tenant_id = p_tenant and o.channel_id = p_channel
                            and o.external_id = v_result->>'externalId');
        perform message_known(p_tenant, p_channel, (v_result->>'messageId')::uuid, v_result);
      end if;
      continue;
    end if;
    case v_result->>'outcome'
    when 'sent' then
      delete from delivery d where d.tenant_id = p_tenant and d.id = v_row.id;
      if v_row.kind = 'send' then
        -- sent when it was handed over, which is before the provider's own clock says so
        update message m
           set status = case when status_rank(coalesce(v_result->>'status', 'sent')) > status_rank(m.status)
                             then coalesce(v_result->>'status', 'sent') else m.status end,
               external_id = case when exists (
                   select 1 from message o where o.tenant_id = p_tenant and o.channel_id = p_channel
                      and o.external_id = v_result->>'externalId' and o.id <> m.id)
                 then m.external_id else coalesce(m.external_id, v_result->>'externalId') end,
               fail_code = null, fail_reason = null, sent_at = coalesce(v_row.attempted_at, now()), updated_at = now()
         where m.tenant_id = p_tenant and m.id = v_row.message_id;
        perform message_known(p_tenant, p_channel, v_row.message_id, v_result);
        perform unpark(p_tenant, p_channel, 'watermark ' || v_row.ticket_id);
      end if;
    when 'later' then
      update delivery d
         set state = 'queued', due_at = now() + make_interval(secs => (v_result->>'delayMs')::double precision / 1000),
             attempt = d.attempt - case when (v_result->>'free')::boolean then 1 else 0 end,
             error_code = v_result->>'code', error_detail = v_result->>'detail'
       where d.tenant_id = p_tenant and d.id = v_row.id;
      if v_row.kind = 'send' then
        update message m set status = 'queued', updated_at = now()
         where m.tenant_id = p_tenant and m.id = v_row.message_id and m.status = 'sending';
      end if;
    else
      update delivery d set state = v_result->>'outcome', error_code = v_result->>'code', error_detail = v_result->>'detail'
       where d.tenant_id = p_tenant and d.id = v_row.id;
      if v_row.kind = 'send' then
        update message m
           set status = v_result->>'outcome', fail_code = v_result->>'code', fail_reason = v_result->>'detail',
               updated_at = now()
         where m.tenant_id = p_tenant and m.id = v_row.message_id and m.status in ('queued', 'sending', 'unknown');
      end if;
    end case;
    v_changed := v_changed || to_jsonb(v_row.message_id);
  end loop;
  return v_changed;
end $$;

-- One turn of the node that owns a channel: writes down how attempts ended, then takes what is next. Answers { changed,
-- taken, isFenced }; nothing is taken when the channel belongs to another node, but what was sent has been sent.
create function delivery_turn(p_tenant int, p_channel int, p_owner uuid, p_epoch int, p_results jsonb, p_limit int)
returns jsonb
language plpgsql set plan_cache_mode = force_generic_plan as $$
declare v_changed jsonb := '[]'; v_taken jsonb := '[]'; v_fenced boolean := false;
begin
  perform set_config('app.tenant_id', p_tenant::text, true);
  if jsonb_array_length(p_results) > 0 then v_changed := delivery_settle(p_tenant, p_channel, p_results); end if;
  if p_limit > 0 and exists (
    select 1 from delivery d
     where d.tenant_id = p_tenant and d.channel_id = p_channel and d.state = 'queued' and d.due_at <= now())
  then
    v_fenced := not exists (select 1 from lease l where l.tenant_id = p_tenant and l.channel_id = p_channel
                               and l.owner = p_owner and l.epoch = p_epoch and l.expires_at > now());
    if not v_fenced then
      select coalesce(jsonb_agg(c.delivery), '[]') into v_taken
        from delivery_claim(p_tenant, p_channel, p_owner, p_epoch, p_limit) c;
    end if;
  end if;
  return jsonb_build_object('changed', v_changed, 'taken', v_taken, 'isFenced', v_fenced);
end $$;

-- What an earlier owner left in the middle of sending: again where the provider absorbs it, else for a person to say.
create function delivery_recover(p_tenant int, p_channel int, p_epoch int, p_idempotent boolean) returns jsonb
language plpgsql as $$
declare v_changed jsonb;
begin
  perform set_config('app.tenant_id', p_tenant::text, true);
  with left_over as (
    update delivery d set state = case when p_idempotent then 'queued' else 'unknown' end, due_at = now()
     where d.tenant_id = p_tenant and d.channel_id = p_channel and d.state = 'sending' and d.epoch < p_epoch
    returning d.message_id, d.kind),
  marked as (
    update message m set status = case when p_idempotent then 'queued' else 'unknown' end, updated_at = now()
      from left_over l where m.tenant_id = p_tenant and m.id = l.message_id and l.kind = 'send' and m.status = 'sending'
    returning m.id)
  select coalesce(jsonb_agg(id), '[]') into v_changed from marked;
  return v_changed;
end $$;

-- Contacts by a fragment of name, number or e-mail, accents and case ignored. `like` is not leakproof, so under
-- row-level security its index would lie idle: this runs as the owner and therefore names the company itself, and only
-- the one that the caller is bound to (reliability M-22).
create function contact_search(p_fragment text, p_limit int) returns setof int
language sql stable security definer set search_path = public, pg_temp as $$
  select c.id from contact c
   where c.tenant_id = nullif(current_setting('app.tenant_id', true), '')::int
     and fold(c.name || ' ' || coalesce(c.number, '') || ' ' || coalesce(c.email, ''))
         like '%' || replace(replace(replace(fold(p_fragment), '\', '\\'), '%', '\%'), '_', '\_') || '%'
   limit p_limit
$$;
