-- An echo that names its chat by an address that nobody knows yet (a LID of WhatsApp, say) tells of the person to whom its
-- message went, when that message is known by its id: the address becomes theirs. One of a kind that they have already
-- would be somebody else's.
create function inbound_echo_address(p_tenant int, p_channel int, p_message uuid, p_party jsonb, p_alone boolean)
returns void language plpgsql as $$
declare
  v_main jsonb := p_party->'addresses'->0;
  v_own jsonb;
begin
  select jsonb_build_object('kind', a.kind, 'scope', a.scope, 'value', a.value) into v_own
    from message m
    join ticket t on t.tenant_id = m.tenant_id and t.id = m.ticket_id and not t.is_group
    join contact_address a on a.tenant_id = t.tenant_id and a.id = t.address_id
   where m.tenant_id = p_tenant and m.id = p_message and m.from_me
     and not exists (select 1 from contact_address o where o.tenant_id = p_tenant and o.contact_id = t.contact_id
                        and o.kind = v_main->>'kind' and o.scope = (v_main->>'scope')::int);
  if v_own is null then return; end if;
  perform inbound_contact(p_tenant, p_channel, jsonb_build_object('addresses', jsonb_build_array(v_own, v_main)), false,
                          p_alone);
end $$;

-- A message of a customer is stored by few statements: whoever is known, and of whom nothing new is told, is found in the
-- same look as what came before. Before, each of some twenty statements cost as much as what it found.
create or replace function inbound_message(p_tenant int, p_channel channel, p_event jsonb, p_alone boolean) returns jsonb
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
  v_woken boolean := false; v_rating jsonb; v_quiet boolean;
  v_party jsonb := p_event->'chat'; v_main jsonb := p_event->'chat'->'addresses'->0; v_parked boolean; v_own uuid;
  -- under the ticket's lock, so that times rise with `seq`; taken below
  v_at timestamptz(3);
begin
  -- one look for what most messages are: new, of a person of whom nothing new is told
  select coalesce((select m.id from message m
                    where m.tenant_id = p_tenant and m.channel_id = p_channel.id and m.external_id = v_external),
                  (select l.message_id from message_alias l
                    where l.tenant_id = p_tenant and l.channel_id = p_channel.id and l.external_id = v_external)),
         (select m.id from message m where m.tenant_id = p_tenant and m.id = v_id),
         exists (select 1 from parked_event e
                  where e.tenant_id = p_tenant and e.channel_id = p_channel.id and e.external_id = v_external),
         known.contact_id, known.address_id, known.ignore
    into v_found, v_own, v_parked, v_contact, v_address, v_ignored
    from (select 1) one
    left join (
      select a.contact_id, a.id address_id, c.ignore
        from contact_address a join contact c on c.tenant_id = a.tenant_id and c.id = a.contact_id
       where a.tenant_id = p_tenant and a.kind = v_main->>'kind' and a.scope = (v_main->>'scope')::int
         and a.value = v_main->>'value'
         and jsonb_array_length(v_party->'addresses') = 1 and not v_party ?| array['extra', 'avatarRef']
         and (coalesce(v_party->>'name', '') in ('', c.pushname))
         and (c.email is not null or v_party->>'email' is null)
         and (c.number is not null or v_party->>'number' is null)) known on true;
  if coalesce(v_found, v_own) is not null and v_out and not v_group then
    perform inbound_echo_address(p_tenant, p_channel.id, coalesce(v_found, v_own), v_party, p_alone);
  end if;
  if v_found is null and v_own is not null then
    v_found := v_own;
    -- the echo of ours, told by our own id, brings the provider's before the answer to the send does
    if v_out then
      update message m set external_id = v_external
       where m.tenant_id = p_tenant and m.id = v_found and m.channel_id = p_channel.id and m.external_id is null;
      if found and unpark(p_tenant, p_channel.id, v_external) then
        return jsonb_build_object('outcome', 'duplicate', 'messageId', v_found, 'changed', jsonb_build_array(v_found));
      end if;
    end if;
  end if;
  if v_found is not null then return jsonb_build_object('outcome', 'duplicate', 'messageId', v_found); end if;
  if v_group and p_channel.ignore_groups then return jsonb_build_object('outcome', 'ignored'); end if;

  -- The echo of a message that is just being sent may name its chat by an address that nobody knows yet: it waits for
  -- the answer, and makes no contact before. So long as it is new; a phone that writes to a stranger is not held up for good.
  if v_out and v_contact is null and not v_history and not v_group
     and (p_event->>'at')::double precision / 1000 > extract(epoch from now()) - 120
     and not exists (
       select 1 from jsonb_array_elements(v_party->'addresses') w(v)
         join contact_address a on a.tenant_id = p_tenant and a.kind = w.v->>'kind' and a.scope = (w.v->>'scope')::int
          and a.value = w.v->>'value')
     and exists (
       select 1 from delivery d join ticket t on t.tenant_id = d.tenant_id and t.id = d.ticket_id
        where d.tenant_id = p_tenant and d.channel_id = p_channel.id and d.state = 'sending' and not t.is_group
          and not exists (select 1 from contact_address a where a.tenant_id = p_tenant and a.contact_id = t.contact_id
                             and a.kind = v_main->>'kind' and a.scope = (v_main->>'scope')::int)) then
    return jsonb_build_object('outcome', 'waiting');
  end if;

  if v_contact is null then
    select c.contact_id, c.address_id, c.has_picture into v_contact, v_address, v_picture
      from inbound_contact(p_tenant, p_channel.id, v_party, v_group, p_alone) c;
    select c.ignore into v_ignored from contact c where c.tenant_id = p_tenant and c.id = v_contact;
  end if;
  if v_ignored then return jsonb_build_object('outcome', 'ignored', 'contactId', v_contact); end if;
  if p_event ? 'sender' then
    select c.contact_id, c.has_picture into v_sender, v_other_picture
      from inbound_contact(p_tenant, p_channel.id, p_event->'sender', false, p_alone) c;
  end if;

  -- The echo of a message that is just being sent would be taken for a new one: it waits for the answer.
  if v_out then
    perform 1 from delivery d join ticket t on t.tenant_id = d.tenant_id and t.id = d.ticket_id
      where d.tenant_id = p_tenant and d.channel_id = p_channel.id and d.state = 'sending' and t.contact_id = v_contact;
    if found then return jsonb_build_object('outcome', 'waiting'); end if;
  end if;

  if v_history then
    select max(t.id) into v_ticket from ticket t
     where t.tenant_id = p_tenant and t.channel_id = p_channel.id and t.contact_id = v_contact and t.thread = v_thread;
    v_new := false;
    if v_ticket is null then
      select i.ticket_id into v_ticket
        from inbound_ticket(p_tenant, p_channel, v_contact, v_address, v_group, v_thread, null) i;
      if not p_event ? 'keepsOpen' then
        update ticket set status = 'closed', closed_at = now(), user_id = null
         where tenant_id = p_tenant and id = v_ticket;
      end if;
    end if;
  else
    v_new := false;
    select t.id, not v_out and t.status = 'pending' and t.snoozed_until is not null into v_ticket, v_woken from ticket t
     where t.tenant_id = p_tenant and t.channel_id = p_channel.id and t.contact_id = v_contact and t.status <> 'closed'
       and t.thread = v_thread
     for update;
    if v_ticket is null then
      select i.ticket_id, i.is_new, i.was_snoozed and not v_out, i.rating into v_ticket, v_new, v_woken, v_rating
        from inbound_ticket(p_tenant, p_channel, v_contact, v_address, v_group, v_thread,
                            case when not v_out then p_event end) i;
    end if;
  end if;

  -- an answer to a request for a rating waits for nobody
  v_quiet := v_history or v_rating is not null;
  update ticket t
     set seq = t.seq + 1,
         unread_messages = t.unread_messages + case when v_out or v_quiet then 0 else 1 end,
         last_message = case when v_history then t.last_message else left(p_event->>'line', 255) end,
         last_message_at = case when v_history then t.last_message_at else now() end,
         answered = case when v_quiet then t.answered else v_out end,
         waiting_since = case when v_quiet then t.waiting_since when v_out then null
                              else coalesce(t.waiting_since, now()) end,
         last_inbound_at = case when v_out or v_history then t.last_inbound_at else now() end,
         address_id = case when v_out then t.address_id else v_address end,
         snoozed_until = case when v_woken then null else t.snoozed_until end,
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

  if v_new and not v_history then
    insert into domain_event (tenant_id, name, payload)
    values (p_tenant, 'ticket.created', jsonb_build_object('ticketId', v_ticket, 'contactId', v_contact,
                                                           'channelId', p_channel.id, 'automatic', true));
  end if;
  if v_woken then
    insert into domain_event (tenant_id, name, payload)
    values (p_tenant, 'ticket.woken', jsonb_build_object('ticketId', v_ticket, 'cause', 'customer'));
    insert into ticket_log (tenant_id, ticket_id, type, cause, to_user_id)
    select p_tenant, t.id, 'woken', 'customer', t.remembered_user_id from ticket t
     where t.tenant_id = p_tenant and t.id = v_ticket;
  end if;
  if v_rating is not null then
    -- whoever replies does so once, under this id
    insert into domain_event (tenant_id, name, payload)
    values (p_tenant, 'rating.answered', v_rating || jsonb_build_object('replyId', gen_random_uuid()));
  end if;
  if v_rating->>'score' is not null then
    insert into ticket_log (tenant_id, ticket_id, type, cause, note, to_user_id)
    select p_tenant, v_ticket, 'rated', 'customer', v_rating->>'score', r.user_id from rating r
     where r.tenant_id = p_tenant and r.id = (v_rating->>'ratingId')::int;
  end if;

  -- two nodes that were brought the same message meet in its unique key: whoever comes second tries again and finds it
  with stored as (
    insert into message (tenant_id, id, ticket_id, seq, channel_id, contact_id, from_me, send_type, type, body, content,
                         media_id, external_id, reply_to_id, status, is_forwarded, origin, sent_at, created_at)
    values (p_tenant, v_id, v_ticket, v_seq, p_channel.id, case when v_out then null else coalesce(v_sender, v_contact) end,
            v_out, p_event->>'sendType', p_event->>'type', p_event->>'body', p_event->'content', v_media, v_external,
            v_reply, case when v_out then 'sent' else 'received' end, coalesce((p_event->>'forwarded')::boolean, false),
            p_event->'origin', to_timestamp(least((p_event->>'at')::double precision / 1000, extract(epoch from now()) + 60)),
            v_at))
  insert into domain_event (tenant_id, name, payload)
  select p_tenant, 'message.received', jsonb_build_object('ticketId', v_ticket, 'messageId', v_id, 'seq', v_seq)
   -- what is only being imported happened long ago
   where not v_history;

  return jsonb_build_object('outcome', 'applied', 'ticketId', v_ticket, 'messageId', v_id, 'seq', v_seq,
                            'contactId', v_contact, 'isNewTicket', v_new,
                            'isChanged', v_parked and unpark(p_tenant, p_channel.id, v_external), 'replyToId', v_reply, 'mediaId', v_media,
                            'hasPicture', coalesce(v_picture, false) or coalesce(v_other_picture, false), 'at', extract(epoch from v_at) * 1000);
end $$;
