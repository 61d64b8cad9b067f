import { refusalsOf } from '../../common/errors/domain-error';

export const refuseStaff = refusalsOf({
  not_found: {
    STAFF_NOT_FOUND: 'We couldn’t find that member of staff.',
    STAFF_INVITATION_INVALID:
      'This invitation does not work: it was used, has expired, or a newer one was sent. Ask for a new one.',
  },
  conflict: {
    ROLE_FIXED: 'Admin and Sub-admin are built in: name and permissions cannot be changed.',
    ROLE_HAS_MEMBERS:
      'People have this role, and another admin has to approve that they get these permissions. Make a new role with them and give it to each person.',
    INVITATION_AWAITS_APPROVAL:
      'Another admin has to approve the role first. The invitation is sent then.',
    INVITATION_OPEN:
      'This person has not accepted the invitation yet. Remove it and send another for the new role.',
    SAME_ROLE: 'This person has the role already.',
  },
});
