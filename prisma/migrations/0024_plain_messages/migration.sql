-- A ticket with everything that its presentations show: a row for whoever reads it, and for what comes in, where it is
-- answered by the statement that changed it. Row-level security is that of whoever reads.
create view ticket_record with (security_invoker = true) as
  select t.tenant_id "tenantId", t.id, t.protocol, t.status, t.contact_id "contactId", t.channel_id "channelId",
         t.address_id "addressId", t.queue_id "queueId", t.user_id "userId", t.is_group "isGroup",
         t.chat_flow_id "chatFlowId", t.unread_messages "unreadMessages", t.answered,
         t.is_active_demand "isActiveDemand", t.is_farewell_message "isFarewellMessage", t.last_message "lastMessage",
         t.last_message_at "lastMessageAt", t.waiting_since "waitingSince", t.closing_reason_id "closingReasonId",
         t.thread, t.last_inbound_at "lastInboundAt", t.seq, t.version, t.started_at "startedAt", t.closed_at "closedAt",
         t.snoozed_until "snoozedUntil", t.remembered_user_id "rememberedUserId", t.held_since "heldSince",
         t.transfer_note "transferNote", t.first_reply_seconds "firstReplySeconds", t.past_queues "pastQueues", t.created_at "createdAt",
         t.updated_at "updatedAt", c.created_at "contactCreatedAt", c.updated_at "contactUpdatedAt",
         json_build_object(
           'tenantId', c.tenant_id, 'id', c.id, 'name', c.name, 'number', c.number, 'email', c.email,
           'pushname', c.pushname, 'profilePicId', c.profile_pic_id, 'isGroup', c.is_group, 'isBlocked', c.is_blocked,
           'disableBot', c.disable_bot, 'disableCampaign', c.disable_campaign, 'disableCrm', c.disable_crm,
           'ignore', c.ignore, 'disableRating', c.disable_rating, 'disableTranscription', c.disable_transcription,
           'extraInfo', coalesce((
             select json_agg(json_build_object('id', e.id, 'name', e.name, 'value', e.value, 'contactId', e.contact_id)
                             order by e.id)
               from contact_extra e where e.tenant_id = c.tenant_id and e.contact_id = c.id), '[]'),
           'tags', coalesce((
             select json_agg(json_build_object('id', g.id, 'name', g.name, 'color', g.color, 'isActive', g.is_active)
                             order by g.name)
               from contact_tag l join tag g on g.tenant_id = l.tenant_id and g.id = l.tag_id
              where l.tenant_id = c.tenant_id and l.contact_id = c.id), '[]'),
           'wallets', coalesce((
             select json_agg(json_build_object('id', o.id, 'name', o.name) order by o.name)
               from contact_wallet l join app_user o on o.tenant_id = l.tenant_id and o.id = l.user_id
              where l.tenant_id = c.tenant_id and l.contact_id = c.id), '[]'),
           'addresses', coalesce((
             select json_agg(json_build_object('id', a.id, 'kind', a.kind, 'scope', a.scope, 'value', a.value)
                             order by a.id)
               from contact_address a where a.tenant_id = c.tenant_id and a.contact_id = c.id), '[]')) contact,
         json_build_object('id', h.id, 'name', h.name, 'type', h.type, 'state', h.state) channel,
         case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end "user", u.email "userEmail",
         case when ru.id is not null then json_build_object('id', ru.id, 'name', ru.name) end "rememberedUser",
         case when t.status = 'closed' then (
           select json_build_object('state', g.state, 'score', g.score, 'askedAt', g.asked_at, 'answeredAt', g.answered_at)
             from rating g where g.tenant_id = t.tenant_id and g.ticket_id = t.id
            order by g.asked_at desc, g.id desc limit 1) end rating,
         q.name "queueName",
         case when r.id is not null
              then json_build_object('id', r.id, 'name', r.name, 'color', r.color) end "closingReason",
         exists (select 1 from setting s where s.key = 'hidePhoneNumbers' and s.value = 'enabled') "hidesPhones",
         exists (select 1 from setting s where s.key = 'allowPeek' and s.value = 'disabled') "hidesWaiting",
         exists (select 1 from setting s where s.key = 'onlyQueueMessages' and s.value = 'enabled') "hidesOtherQueues"
    from ticket t
    join contact c on c.tenant_id = t.tenant_id and c.id = t.contact_id
    join channel h on h.tenant_id = t.tenant_id and h.id = t.channel_id
    left join app_user u on u.tenant_id = t.tenant_id and u.id = t.user_id
    left join app_user ru on ru.tenant_id = t.tenant_id and ru.id = t.remembered_user_id
    left join queue q on q.tenant_id = t.tenant_id and q.id = t.queue_id
    left join closing_reason r on r.tenant_id = t.tenant_id and r.id = t.closing_reason_id;

-- What most batches are: messages of people who are known, of whom nothing new is told, in tickets that are live; each
-- new, without a file and without a quote, none twice (whoever calls saw to that). One statement stores all of them, since what a
-- statement costs to begin with is more than what a message costs in it. Null when one of them is not like that: then
-- nothing was changed. Answers as `inbound_message` does, in order.
create function inbound_plain(p_tenant int, p_channel int, p_events jsonb) returns jsonb
language plpgsql as $$
declare v_results jsonb;
begin
  with known as materialized (
    select g.*, who.contact_id, who.address_id, live.id ticket_id
      from rows from (jsonb_to_recordset(p_events) as (
             id uuid, "externalId" text, thread text, "sendType" text, type text, body text, line text, content jsonb,
             forwarded boolean, origin jsonb, at double precision, chat jsonb))
           with ordinality g (id, external_id, thread, send_type, type, body, line, content, forwarded, origin, at, chat, place)
      -- one by one, through the indexes, however many a plan expects
      cross join lateral (
        select a.contact_id, a.id address_id
          from contact_address a join contact c on c.tenant_id = a.tenant_id and c.id = a.contact_id
         where a.tenant_id = p_tenant and a.kind = g.chat->'addresses'->0->>'kind'
           and a.scope = (g.chat->'addresses'->0->>'scope')::int and a.value = g.chat->'addresses'->0->>'value'
           and not c.ignore and coalesce(g.chat->>'name', '') in ('', c.pushname)
           and (c.email is not null or g.chat->>'email' is null)
           and (c.number is not null or g.chat->>'number' is null)
         limit 1) who
      cross join lateral (
        select t.id from ticket t
         where t.tenant_id = p_tenant and t.channel_id = p_channel and t.contact_id = who.contact_id
           and t.status <> 'closed' and t.thread = coalesce(g.thread, '')
           and (t.status <> 'pending' or t.snoozed_until is null)
         limit 1) live
     where not exists (select 1 from message m
                        where m.tenant_id = p_tenant and m.channel_id = p_channel and m.external_id = g.external_id)
       and not exists (select 1 from message m where m.tenant_id = p_tenant and m.id = g.id)
       and not exists (select 1 from message_alias l
                        where l.tenant_id = p_tenant and l.channel_id = p_channel and l.external_id = g.external_id)
       and not exists (select 1 from parked_event e
                        where e.tenant_id = p_tenant and e.channel_id = p_channel and e.external_id = g.external_id)
  ), moved as (
    update ticket t
       set seq = t.seq + n.messages, unread_messages = t.unread_messages + n.messages, last_message = left(n.line, 255),
           last_message_at = now(), answered = false, waiting_since = coalesce(t.waiting_since, now()),
           last_inbound_at = now(), address_id = n.address_id, version = t.version + n.messages, updated_at = now()
      from (select distinct on (k.ticket_id) k.ticket_id, k.address_id, k.line,
                   count(*) over (partition by k.ticket_id)::int messages
              from known k order by k.ticket_id, k.place desc) n
     where t.tenant_id = p_tenant and t.id = n.ticket_id and t.status <> 'closed'
       and (t.status <> 'pending' or t.snoozed_until is null)
       and (select count(*) from known) = jsonb_array_length(p_events)
    returning t.id ticket_id, t.seq - n.messages before
  ), placed as materialized (
    -- under the ticket's lock, so that times rise with `seq`
    select k.*, clock_timestamp()::timestamptz(3) stored_at,
           (m.before + row_number() over (partition by k.ticket_id order by k.place))::int seq
      from known k join moved m using (ticket_id)
  ), stored as (
    insert into message (tenant_id, id, ticket_id, seq, channel_id, contact_id, from_me, send_type, type, body, content,
                         external_id, status, is_forwarded, origin, sent_at, created_at)
    select p_tenant, id, ticket_id, seq, p_channel, contact_id, false, send_type, type, body, content, external_id,
           'received', coalesce(forwarded, false), origin,
           to_timestamp(least(at / 1000, extract(epoch from now()) + 60)), stored_at
      from placed
  ), told as (
    insert into domain_event (tenant_id, name, payload)
    select p_tenant, 'message.received', jsonb_build_object('ticketId', ticket_id, 'messageId', id, 'seq', seq)
      from placed
     order by place
  )
  select jsonb_agg(jsonb_build_object(
           'outcome', 'applied', 'ticketId', ticket_id, 'messageId', id, 'seq', seq, 'contactId', contact_id,
           'isNewTicket', false, 'isChanged', false, 'replyToId', null, 'mediaId', null, 'hasPicture', false,
           'at', extract(epoch from stored_at) * 1000) order by place)
    into v_results
    from placed;
  if jsonb_array_length(v_results) < jsonb_array_length(p_events) then
    raise exception 'a ticket was closed meanwhile' using errcode = '55R04';
  end if;
  return v_results;
end $$;

-- One event of a provider, whatever it is. Answers { outcome, … }.
create function inbound_event(p_tenant int, p_channel channel, p_event jsonb, p_park boolean, p_alone boolean)
returns jsonb language plpgsql as $$
declare
  v_result jsonb; v_external text; v_ticket int; v_change record; v_changed jsonb; v_early boolean; v_contact int;
  v_address int; v_picture boolean;
begin
  case p_event->>'kind'
  when 'message' then
    v_result := inbound_message(p_tenant, p_channel, p_event, p_alone);
  when 'contact', 'group' then
    select c.contact_id, c.address_id, c.has_picture into v_contact, v_address, v_picture
      from inbound_contact(p_tenant, p_channel.id, p_event->'party', p_event->>'kind' = 'group', p_alone) c;
    if p_event ? 'blocked' or p_event ? 'marketing' then
      update contact c set is_blocked = coalesce((p_event->>'blocked')::boolean, c.is_blocked), updated_at = now(),
                           no_marketing = coalesce(not (p_event->>'marketing')::boolean, c.no_marketing)
       where c.tenant_id = p_tenant and c.id = v_contact;
    end if;
    -- a group that moved is answered at its new address
    if p_event->>'kind' = 'group' then
      update ticket t set address_id = v_address
       where t.tenant_id = p_tenant and t.channel_id = p_channel.id and t.contact_id = v_contact and t.status <> 'closed'
         and t.address_id <> v_address;
    end if;
    v_result := jsonb_build_object('outcome', 'applied', 'contactId', v_contact, 'hasPicture', v_picture);
  when 'template' then
    update template t
       set status = coalesce(p_event->>'status', t.status), category = coalesce(p_event->>'category', t.category),
           quality = coalesce(p_event->>'quality', t.quality),
           reason = case when p_event ? 'status' then p_event->>'reason' else t.reason end, updated_at = now()
     where t.tenant_id = p_tenant and t.channel_id = p_channel.id
       and case when p_event ? 'id' then t.external_id = p_event->>'id'
                else t.name = p_event->>'name' and t.language = p_event->>'language' end;
    v_result := jsonb_build_object('outcome', 'applied');
  when 'watermark' then
    v_early := false;
    -- it may mean a message whose send has not been answered yet
    for v_ticket in
      select t.id from contact_address a join ticket t on t.tenant_id = a.tenant_id and t.contact_id = a.contact_id
        join delivery d on d.tenant_id = t.tenant_id and d.ticket_id = t.id and d.state = 'sending' and d.kind = 'send'
       where a.tenant_id = p_tenant and a.kind = p_event->'chat'->>'kind'
         and a.scope = (p_event->'chat'->>'scope')::int and a.value = p_event->'chat'->>'value'
         and t.channel_id = p_channel.id
    loop
      if p_park then
        insert into parked_event (tenant_id, channel_id, external_id, payload)
        values (p_tenant, p_channel.id, 'watermark ' || v_ticket, p_event);
      end if;
      v_early := true;
    end loop;
    v_result := jsonb_build_object('changed', to_jsonb(inbound_watermark(p_tenant, p_channel.id, p_event)), 'outcome',
                                   case when not v_early then 'applied' when p_park then 'parked' else 'early' end);
  else
    v_changed := '[]'; v_early := false;
    for v_external in select jsonb_array_elements_text(p_event->'externalIds') loop
      select c.is_known, c.changed into v_change from inbound_change(p_tenant, p_channel.id, p_event, v_external) c;
      if not v_change.is_known then
        if p_park then
          insert into parked_event (tenant_id, channel_id, external_id, payload)
          values (p_tenant, p_channel.id, v_external,
                  p_event || jsonb_build_object('externalIds', jsonb_build_array(v_external)));
        end if;
        v_early := true;
      elsif v_change.changed is not null then
        v_changed := v_changed || to_jsonb(v_change.changed);
      end if;
    end loop;
    v_result := jsonb_build_object('changed', v_changed, 'outcome',
                                   case when not v_early then 'applied' when p_park then 'parked' else 'early' end);
  end case;
  return v_result;
end $$;

-- Events of one channel in their order, in one transaction. `p_plain`: all of them may be what `inbound_plain` takes.
-- `tickets` are those of the messages that were stored, as they stand now, since every screen shows them.
drop function inbound_apply(int, int, int, jsonb, boolean, boolean);
create function inbound_apply(
  p_tenant int, p_channel int, p_epoch int, p_events jsonb, p_plain boolean, p_park boolean, p_alone boolean,
  out results jsonb, out tickets json)
language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  v_channel channel; v_event jsonb; v_merge int; v_ids int[]; v_deleted boolean; v_fenced boolean; v_done text;
begin
  -- by assignment: `perform` would make a statement of each, at ten times the cost
  v_done := set_config('app.tenant_id', p_tenant::text, true);
  v_done := message_ids_lock(p_tenant, p_channel, p_park)::text;
  v_done := contacts_lock(p_tenant, p_alone)::text;
  select c.is_deleted, p_epoch is not null and exists (
           select 1 from lease l where l.tenant_id = p_tenant and l.channel_id = p_channel and l.epoch <> p_epoch)
    into v_deleted, v_fenced
    from channel c where c.tenant_id = p_tenant and c.id = p_channel;
  if coalesce(v_deleted, true) then raise exception 'no such channel' using errcode = '55R02'; end if;
  if v_fenced then raise exception 'fenced' using errcode = '55R01'; end if;

  if p_plain then results := inbound_plain(p_tenant, p_channel, p_events); end if;
  if results is null then
    if p_alone then select coalesce(max(m.id), 0) into v_merge from contact_merge m where m.tenant_id = p_tenant; end if;
    select * into v_channel from channel where tenant_id = p_tenant and id = p_channel;
    results := '[]';
    for v_event in select * from jsonb_array_elements(p_events) loop
      results := results || inbound_event(p_tenant, v_channel, v_event, p_park, p_alone);
    end loop;
    if p_alone and jsonb_array_length(results) > 0 then
      results := jsonb_set(results, '{0,merges}', (
        select coalesce(jsonb_agg(m.id order by m.id), '[]') from contact_merge m
         where m.tenant_id = p_tenant and m.id > v_merge));
    end if;
  end if;

  -- messages from long ago change what is shown of a ticket only afterwards
  v_ids := array(
    select distinct (r.v->>'ticketId')::int from jsonb_array_elements(results) with ordinality r(v, place)
     where r.v ? 'seq' and coalesce(p_events->(r.place::int - 1)->>'history', 'false') = 'false');
  if cardinality(v_ids) > 0 then
    select json_agg(r) into tickets from unnest(v_ids) x(id) join ticket_record r on r.id = x.id;
  end if;
end $$;
