// Stand-in: what generated code uses of System.Text.Json, with its signatures.
using System;

namespace System.Text.Json
{
    public enum JsonTokenType { None, String }
    public sealed class JsonSerializerOptions { }
    public struct Utf8JsonReader
    {
        public JsonTokenType TokenType { get { return JsonTokenType.None; } }
        public string GetString() { return null; }
    }
    public sealed class Utf8JsonWriter
    {
        public void WriteStringValue(string value) { }
    }
    public class JsonException : Exception
    {
        public JsonException(string message) : base(message) { }
    }
    public struct JsonElement
    {
        public string GetRawText() { return null; }
    }
    public sealed class JsonDocument : IDisposable
    {
        public JsonElement RootElement { get { return default(JsonElement); } }
        public static JsonDocument ParseValue(ref Utf8JsonReader reader) { return null; }
        public void Dispose() { }
    }
    public static class JsonSerializer
    {
        public static T Deserialize<T>(string json, JsonSerializerOptions options = null) { return default(T); }
        public static void Serialize<T>(Utf8JsonWriter writer, T value, JsonSerializerOptions options = null) { }
    }
}

namespace System.Text.Json.Serialization
{
    public enum JsonIgnoreCondition { Never, Always, WhenWritingDefault, WhenWritingNull }
    public enum JsonUnmappedMemberHandling { Skip, Disallow }

    public abstract class JsonConverter { }
    public abstract class JsonConverter<T> : JsonConverter
    {
        public abstract T Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options);
        public abstract void Write(Utf8JsonWriter writer, T value, JsonSerializerOptions options);
    }

    [AttributeUsage(AttributeTargets.Constructor)]
    public sealed class JsonConstructorAttribute : Attribute { }
    [AttributeUsage(AttributeTargets.Property | AttributeTargets.Field)]
    public sealed class JsonIncludeAttribute : Attribute { }
    [AttributeUsage(AttributeTargets.Property | AttributeTargets.Field)]
    public sealed class JsonRequiredAttribute : Attribute { }
    [AttributeUsage(AttributeTargets.Property | AttributeTargets.Field)]
    public sealed class JsonExtensionDataAttribute : Attribute { }
    [AttributeUsage(AttributeTargets.Property | AttributeTargets.Field)]
    public sealed class JsonPropertyNameAttribute : Attribute
    {
        public JsonPropertyNameAttribute(string name) { }
    }
    [AttributeUsage(AttributeTargets.Property | AttributeTargets.Field)]
    public sealed class JsonIgnoreAttribute : Attribute
    {
        public JsonIgnoreCondition Condition { get; set; }
    }
    [AttributeUsage(AttributeTargets.Class | AttributeTargets.Struct | AttributeTargets.Enum | AttributeTargets.Property)]
    public class JsonConverterAttribute : Attribute
    {
        public JsonConverterAttribute(Type converterType) { }
    }
    [AttributeUsage(AttributeTargets.Class | AttributeTargets.Interface)]
    public sealed class JsonPolymorphicAttribute : Attribute
    {
        public string TypeDiscriminatorPropertyName { get; set; }
    }
    [AttributeUsage(AttributeTargets.Class | AttributeTargets.Interface, AllowMultiple = true)]
    public sealed class JsonDerivedTypeAttribute : Attribute
    {
        public JsonDerivedTypeAttribute(Type derivedType, string typeDiscriminator) { }
    }
    [AttributeUsage(AttributeTargets.Class | AttributeTargets.Struct)]
    public sealed class JsonUnmappedMemberHandlingAttribute : Attribute
    {
        public JsonUnmappedMemberHandlingAttribute(JsonUnmappedMemberHandling unmappedMemberHandling) { }
    }
}
