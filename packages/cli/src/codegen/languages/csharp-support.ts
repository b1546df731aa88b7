import { stringLiteral } from './csharp-text.ts';

/** Namespaces that every file uses. */
export const usings = [
  'using System;',
  'using System.Collections.Generic;',
  'using System.Text.Json;',
  'using System.Text.Json.Serialization;',
  'using System.Threading;',
  'using System.Threading.Tasks;',
] as const;

/** Types that the file uses: others of the same name would hide them. */
export const reserved: readonly string[] = [
  ...[
    'ArgumentException',
    'ArgumentNullException',
    'Attribute',
    'AttributeTargets',
    'AttributeUsage',
    'CancellationToken',
  ],
  ...[
    'AttributeUsageAttribute',
    'Dictionary',
    'Enum',
    'Exception',
    'IReadOnlyList',
    'JsonConstructor',
    'JsonConverter',
  ],
  ...['JsonConverterAttribute', 'JsonDerivedType', 'JsonDocument', 'JsonException', 'JsonExtensionData', 'JsonIgnore'],
  ...['JsonIgnoreCondition', 'JsonInclude', 'JsonPolymorphic', 'JsonPropertyName', 'JsonRequired', 'JsonSerializer'],
  ...['JsonSerializerOptions', 'JsonTokenType', 'JsonUnmappedMemberHandling', 'List', 'McpTool', 'McpToolAttribute'],
  ...[
    'NotSupportedException',
    'Nullable',
    'Object',
    'String',
    'System',
    'Task',
    'Type',
    'UnionReader',
    'Utf8JsonReader',
  ],
  ...['Utf8JsonWriter', 'Void'],
];

/** What names the tool of a handler. */
export const attributeClass: readonly string[] = [
  '/// <summary>Names the tool that a method handles.</summary>',
  '[AttributeUsage(AttributeTargets.Method)]',
  'public sealed class McpToolAttribute : Attribute',
  '{',
  '    public McpToolAttribute(string name, string description)',
  '    {',
  '        Name = name;',
  '        Description = description;',
  '    }',
  '',
  '    public string Name { get; }',
  '',
  '    public string Description { get; }',
  '}',
];

/** What reads the variants of unions without a tag. */
export const unionReader: readonly string[] = [
  'internal static class UnionReader',
  '{',
  '    internal static bool TryRead<T>(string json, JsonSerializerOptions options, out T value)',
  '    {',
  '        try',
  '        {',
  '            value = JsonSerializer.Deserialize<T>(json, options);',
  '            return value != null;',
  '        }',
  '        catch (Exception error) when (error is JsonException || error is ArgumentException || error is NotSupportedException)',
  '        {',
  '            value = default(T);',
  '            return false;',
  '        }',
  '    }',
  '}',
];

const readParameters = 'ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options';

/** What reads and writes an enumeration by the strings of the schema. */
export function converterOfEnum(
  converter: string,
  name: string,
  members: readonly { readonly value: string; readonly member: string }[],
): readonly string[] {
  const reads = members.flatMap(({ value, member }) => [
    `            case ${stringLiteral(value)}:`,
    `                return ${name}.${member};`,
  ]);
  const writes = members.flatMap(({ value, member }) => [
    `            case ${name}.${member}:`,
    `                writer.WriteStringValue(${stringLiteral(value)});`,
    '                break;',
  ]);
  const otherwise = [
    '            default:',
    `                throw new JsonException("The value is none of ${name}.");`,
  ];
  return [
    `internal sealed class ${converter} : JsonConverter<${name}>`,
    '{',
    `    public override ${name} Read(${readParameters})`,
    '    {',
    '        switch (reader.TokenType == JsonTokenType.String ? reader.GetString() : null)',
    '        {',
    ...reads,
    ...otherwise,
    '        }',
    '    }',
    '',
    `    public override void Write(Utf8JsonWriter writer, ${name} value, JsonSerializerOptions options)`,
    '    {',
    '        switch (value)',
    '        {',
    ...writes,
    ...otherwise,
    '        }',
    '    }',
    '}',
  ];
}

/** What reads a union without a tag: the first of its variants that the value satisfies. */
export function converterOfUnion(
  converter: string,
  name: string,
  variants: readonly { readonly variant: string; readonly type: string }[],
): readonly string[] {
  const attempts = variants.flatMap(({ variant, type }, index) => [
    `            ${type} value${String(index)};`,
    `            if (UnionReader.TryRead(json, options, out value${String(index)})) return new ${name}.${variant}(value${String(index)});`,
  ]);
  return [
    `internal sealed class ${converter} : JsonConverter<${name}>`,
    '{',
    `    public override ${name} Read(${readParameters})`,
    '    {',
    '        using (JsonDocument document = JsonDocument.ParseValue(ref reader))',
    '        {',
    '            string json = document.RootElement.GetRawText();',
    ...attempts,
    `            throw new JsonException("The value is none of ${name}.");`,
    '        }',
    '    }',
    '',
    `    public override void Write(Utf8JsonWriter writer, ${name} value, JsonSerializerOptions options)`,
    '    {',
    '        value.WriteTo(writer, options);',
    '    }',
    '}',
  ];
}
