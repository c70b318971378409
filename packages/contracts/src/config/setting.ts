// One annotated setting: its schema, its default, and where it may come from. File paths are derived from the nesting.
import { Type, type TSchema } from "typebox";

/** The places where a setting may be given besides the configuration file. */
export interface SettingAnnotations {
  readonly env: string;
  /** Without the leading dashes. */
  readonly flag: string;
  /** A secret is never shown, neither in faults nor in the log. */
  readonly isSecret?: boolean;
}

/** The form that a text must have. */
export interface TextForm {
  readonly pattern: string;
  readonly example: string;
}

interface TextOptions extends SettingAnnotations {
  readonly default: string;
  readonly description: string;
  readonly form?: TextForm;
}

interface NumberOptions extends SettingAnnotations {
  readonly default: number;
  readonly minimum: number;
  readonly maximum: number;
  readonly description: string;
}

interface SwitchOptions extends SettingAnnotations {
  readonly default: boolean;
  readonly description: string;
}

export const textSetting = (options: TextOptions) => Type.String({ maxLength: 4096, ...options });

export const integerSetting = (options: NumberOptions) => Type.Integer({ ...options });

export const numberSetting = (options: NumberOptions) => Type.Number({ ...options });

export const switchSetting = (options: SwitchOptions) => Type.Boolean({ ...options });

export const choiceSetting = <const Values extends readonly string[]>(
  values: Values,
  options: SettingAnnotations & { readonly default: Values[number]; readonly description: string },
) => Type.Unsafe<Values[number]>({ enum: [...values], ...options });

/** One leaf of the configuration, flattened for readers, help and docs. */
export interface SettingDefinition extends SettingAnnotations {
  /** Dotted path in the file, e.g. "limits.bodyBytesMax". */
  readonly path: string;
  readonly kind: "string" | "integer" | "number" | "boolean" | "choice";
  readonly choices: readonly string[];
  readonly minimum: number | undefined;
  readonly maximum: number | undefined;
  readonly form: TextForm | undefined;
  readonly default: string | number | boolean;
  readonly description: string;
  readonly schema: TSchema;
}
