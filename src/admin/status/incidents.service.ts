import { Injectable } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import { message, type MessageResponse } from '../../common/http/common.dto';
import type { Actor } from '../../common/security/actor';
import { UnitOfWork } from '../../database/unit-of-work';
import type { IncidentUpdateDto, OpenIncidentDto, StatusIncidentResponse } from './status.dto';
import { StatusIncident, StatusUpdate } from './status.entity';
import { refuse } from './status.errors';

/** Problems as customers read them on the status page: opened by the probes or by staff. */
@Injectable()
export class IncidentsService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly audit: AuditService,
  ) {}

  /** The open ones, then the resolved ones, the newest first. @param days since resolved ones were resolved. */
  find(limit: number, days: number | null): Promise<StatusIncidentResponse[]> {
    return this.uow.manager.query<StatusIncidentResponse[]>(
      `SELECT i.id, i.component, i.title, i.body, i.impact, NOT i.manual AS automatic, i.started_at, i.resolved_at,
         coalesce((SELECT json_agg(json_build_object('body', u.body, 'created_at', u.created_at) ORDER BY u.id DESC)
           FROM status_update u WHERE u.incident_id = i.id), '[]') AS updates
       FROM status_incident i
       WHERE i.resolved_at IS NULL OR $2::int IS NULL OR i.resolved_at > now() - make_interval(days => $2)
       ORDER BY i.resolved_at IS NULL DESC, i.started_at DESC, i.id DESC LIMIT $1`,
      [limit, days],
    );
  }

  /** Opens an incident, which stays until staff resolve it. */
  open(
    actor: Actor,
    { title, component, impact, body }: OpenIncidentDto,
  ): Promise<MessageResponse> {
    return this.uow.run(async () => {
      const { id } = await this.uow.requireTransaction().save(StatusIncident, {
        ...{ title, component, impact, body, manual: true, startedAt: new Date() },
      });
      await this.record(actor, id, `Opened the incident “${title}”: ${body}`);
      return message('Incident opened.');
    });
  }

  /** @throws DomainError INCIDENT_NOT_FOUND, INCIDENT_RESOLVED. */
  update(actor: Actor, id: number, { body, resolve }: IncidentUpdateDto): Promise<MessageResponse> {
    return this.uow.run(async () => {
      const manager = this.uow.requireTransaction();
      const incident = await manager.findOne(StatusIncident, {
        where: { id },
        lock: { mode: 'pessimistic_write' },
      });
      if (!incident) throw refuse('INCIDENT_NOT_FOUND');
      if (incident.resolvedAt) throw refuse('INCIDENT_RESOLVED');
      await manager.insert(StatusUpdate, { incidentId: id, body, createdBy: actor.userId });
      if (resolve) await manager.update(StatusIncident, { id }, { resolvedAt: () => 'now()' });
      const verb = resolve ? 'Resolved' : 'Updated';
      await this.record(actor, id, `${verb} the incident “${incident.title}”: ${body}`);
      return message(resolve ? 'Incident resolved.' : 'Update posted.');
    });
  }

  private record(actor: Actor, id: number, details: string): Promise<void> {
    const target = `incident:${id}`;
    return this.audit.record(actor, { action: 'system.incident_changed', target, details });
  }
}
