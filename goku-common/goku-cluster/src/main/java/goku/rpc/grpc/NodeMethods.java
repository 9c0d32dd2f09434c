package goku.rpc.grpc;

import com.google.protobuf.Message;
import goku.rpc.proto.Wire;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.protobuf.ProtoUtils;

/// The gRPC methods of a storage node. `node.proto` defines their messages.
final class NodeMethods {
  static final String SERVICE = "goku.rpc.Node";

  static final MethodDescriptor<Wire.QueryRequest, Wire.QueryPart> QUERY =
      method(
          MethodType.BIDI_STREAMING,
          "Query",
          Wire.QueryRequest.getDefaultInstance(),
          Wire.QueryPart.getDefaultInstance());
  static final MethodDescriptor<Wire.SuggestRequest, Wire.Names> SUGGEST =
      method(
          MethodType.UNARY,
          "Suggest",
          Wire.SuggestRequest.getDefaultInstance(),
          Wire.Names.getDefaultInstance());
  static final MethodDescriptor<Wire.KnownRequest, Wire.Names> KNOWN =
      method(
          MethodType.UNARY,
          "Known",
          Wire.KnownRequest.getDefaultInstance(),
          Wire.Names.getDefaultInstance());
  static final MethodDescriptor<Wire.LookupRequest, Wire.LookupPart> LOOKUP =
      method(
          MethodType.SERVER_STREAMING,
          "Lookup",
          Wire.LookupRequest.getDefaultInstance(),
          Wire.LookupPart.getDefaultInstance());
  static final MethodDescriptor<Wire.LastRequest, Wire.LastPart> LAST =
      method(
          MethodType.SERVER_STREAMING,
          "Last",
          Wire.LastRequest.getDefaultInstance(),
          Wire.LastPart.getDefaultInstance());
  static final MethodDescriptor<Wire.UsageRequest, Wire.UsagePart> USAGE =
      method(
          MethodType.SERVER_STREAMING,
          "Usage",
          Wire.UsageRequest.getDefaultInstance(),
          Wire.UsagePart.getDefaultInstance());
  static final MethodDescriptor<Wire.TagKeysRequest, Wire.TagKeysPart> TAG_KEYS =
      method(
          MethodType.SERVER_STREAMING,
          "TagKeys",
          Wire.TagKeysRequest.getDefaultInstance(),
          Wire.TagKeysPart.getDefaultInstance());
  static final MethodDescriptor<Wire.TagValuesRequest, Wire.TagValuesPart> TAG_VALUES =
      method(
          MethodType.SERVER_STREAMING,
          "TagValues",
          Wire.TagValuesRequest.getDefaultInstance(),
          Wire.TagValuesPart.getDefaultInstance());
  static final MethodDescriptor<Wire.SearchRequest, Wire.SearchPart> SEARCH =
      method(
          MethodType.SERVER_STREAMING,
          "Search",
          Wire.SearchRequest.getDefaultInstance(),
          Wire.SearchPart.getDefaultInstance());
  static final MethodDescriptor<Wire.DeleteRequest, Wire.DeleteAnswer> DELETE =
      method(
          MethodType.UNARY,
          "Delete",
          Wire.DeleteRequest.getDefaultInstance(),
          Wire.DeleteAnswer.getDefaultInstance());
  static final MethodDescriptor<Wire.AwaitRequest, Wire.AwaitAnswer> AWAIT_APPLIED =
      method(
          MethodType.UNARY,
          "AwaitApplied",
          Wire.AwaitRequest.getDefaultInstance(),
          Wire.AwaitAnswer.getDefaultInstance());
  static final MethodDescriptor<Wire.HealthRequest, Wire.HealthAnswer> HEALTH =
      method(
          MethodType.UNARY,
          "Health",
          Wire.HealthRequest.getDefaultInstance(),
          Wire.HealthAnswer.getDefaultInstance());

  static final MethodDescriptor<Wire.CountRequest, Wire.CountPart> COUNT_SERIES =
      method(
          MethodType.SERVER_STREAMING,
          "CountSeries",
          Wire.CountRequest.getDefaultInstance(),
          Wire.CountPart.getDefaultInstance());

  /// The largest message, enough for a request with a hundred thousand names. Answers consist of
  /// many small messages.
  static final int MAX_MESSAGE_BYTES = 16 << 20;

  private NodeMethods() {}

  private static <Q extends Message, P extends Message> MethodDescriptor<Q, P> method(
      MethodType type, String name, Q request, P part) {
    return MethodDescriptor.<Q, P>newBuilder()
        .setType(type)
        .setFullMethodName(MethodDescriptor.generateFullMethodName(SERVICE, name))
        .setRequestMarshaller(ProtoUtils.marshaller(request))
        .setResponseMarshaller(ProtoUtils.marshaller(part))
        .build();
  }
}
