package goku.root.opentsdb.metadata;

import com.fasterxml.jackson.core.JsonGenerator;
import goku.model.Tag;
import goku.root.compacted.table.HeldTable;
import goku.root.metadata.Metadata;
import goku.root.metadata.MetadataField;
import goku.root.metadata.MetadataKey;
import goku.root.metadata.Subject;
import goku.root.opentsdb.wire.Tsuids;
import goku.rpc.FoundSeries;
import java.io.IOException;
import java.util.Map;

/// The JSON of metadata, with the members in OpenTSDB's order. The metadata of a series contain
/// those of its names.
record MetadataJson(HeldTable<MetadataKey, Metadata> table, Tsuids tsuids) {
  /// Writes the metadata of a name.
  void name(JsonGenerator json, Subject subject, String name) throws IOException {
    Metadata metadata =
        get(new MetadataKey(subject, tsuids.uid(UidNames.kind(subject), name)), name);
    json.writeStartObject();
    json.writeStringField("uid", metadata.key().identifier());
    json.writeStringField("type", subject.name());
    json.writeStringField("name", name);
    write(json, metadata, MetadataField.DESCRIPTION);
    write(json, metadata, MetadataField.NOTES);
    write(json, metadata, MetadataField.CREATED);
    json.writeFieldName("custom");
    Map<String, String> custom = metadata.custom();
    if (custom == null) {
      json.writeNull();
    } else {
      custom(json, custom);
    }
    write(json, metadata, MetadataField.DISPLAY_NAME);
    json.writeEndObject();
  }

  /// Writes the metadata of a series. Unlike the others, missing custom fields are left out.
  void series(JsonGenerator json, FoundSeries series) throws IOException {
    String tsuid = tsuids.of(series.metric(), series.tags());
    Metadata metadata = get(new MetadataKey(Subject.TSUID, tsuid), "");
    json.writeStartObject();
    json.writeStringField("tsuid", tsuid);
    json.writeFieldName("metric");
    name(json, Subject.METRIC, series.shownMetric());
    json.writeArrayFieldStart("tags");
    for (Tag tag : series.tags()) {
      name(json, Subject.TAGK, tag.key());
      name(json, Subject.TAGV, tag.value());
    }
    json.writeEndArray();
    write(json, metadata, MetadataField.DESCRIPTION);
    write(json, metadata, MetadataField.NOTES);
    write(json, metadata, MetadataField.CREATED);
    Map<String, String> custom = metadata.custom();
    if (custom != null) {
      json.writeFieldName("custom");
      custom(json, custom);
    }
    write(json, metadata, MetadataField.UNITS);
    write(json, metadata, MetadataField.RETENTION);
    write(json, metadata, MetadataField.MAX);
    write(json, metadata, MetadataField.MIN);
    write(json, metadata, MetadataField.DISPLAY_NAME);
    write(json, metadata, MetadataField.DATA_TYPE);
    // OpenTSDB also answers 0 unless it counts datapoints
    json.writeNumberField("lastReceived", 0);
    json.writeNumberField("totalDatapoints", 0);
    json.writeEndObject();
  }

  private Metadata get(MetadataKey key, String name) {
    return table.get(key).orElseGet(() -> Metadata.none(key, name));
  }

  private static void write(JsonGenerator json, Metadata metadata, MetadataField field)
      throws IOException {
    String value = metadata.get(field);
    json.writeFieldName(field.member());
    switch (field.type()) {
      case TEXT -> json.writeString(value);
      case INT, LONG -> json.writeNumber(Long.parseLong(value));
      case DOUBLE -> json.writeNumber(Double.parseDouble(value));
    }
  }

  private static void custom(JsonGenerator json, Map<String, String> custom) throws IOException {
    json.writeStartObject();
    for (Map.Entry<String, String> field : custom.entrySet()) {
      json.writeStringField(field.getKey(), field.getValue());
    }
    json.writeEndObject();
  }
}
