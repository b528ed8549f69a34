import { defineEntity, p } from '@mikro-orm/core';

const OldKeyFormSchema = defineEntity({
  name: 'OldKeyForm',
  tableName: 'old_key_form',
  properties: {
    /** Characters of keys that were taken over from another service. */
    length: p.smallint().primary().autoincrement(false),
  },
});

/** A length of keys that were taken over, so that keys of other forms are still refused without the database. */
export class OldKeyForm extends OldKeyFormSchema.class {}
OldKeyFormSchema.setClass(OldKeyForm);
